"""The words with which a source keeps its distance from what it says, in six languages, as data."""

from __future__ import annotations

from typing import Literal

Kind = Literal["asked", "denied", "attributed", "hypothetical", "planned", "retracted"]

_PARTY = (
    r"defendants?|plaintiffs?|claimants?|applicants?|accused|suspects?|prosecut\w+|lawyers?|attorneys?|counsel|critics?|opponents?|supporters?|"
    r"proponents?|advocates?|activists?|campaigners?|sceptics?|skeptics?|opposition|unions?|manufacturers?|makers?|vendors?|suppliers?|"
    r"spokes\w+|lobby\w*|residents?|witness(?:es)?|employees?|insiders?|neighbou?rs?|locals|rivals?|competitors?|legends?|traditions?|"
    r"folklore|rumou?rs?|sources|promoters?|sellers?|developers\s+of|chairman|chairwoman|founder|owners?|tabloids?|detractors|believers"
)
_PARTEI = (
    r"Angeklagte[rn]?|Beschuldigte[rn]?|Kläger\w*|Beklagte[rn]?|Verteidig\w+|Anw[aä]lt\w*|Kritiker\w*|Gegner\w*|Befürworter\w*|Gewerkschaft\w*|"
    r"Hersteller\w*|Sprecher\w*|Opposition|Anwohner\w*|Zeug\w+|Konzern\w*|Unternehmen\w*|Mitarbeiter\w*|Insider\w*|Nachbar\w*|Fans?|Anbieter\w*|Staatsanwaltschaft|Anklage|Gerücht\w*|Legende|Überlieferung"
)
_PARTIE = (
    r"l['’]accusé\w*|prévenu\w*|plaignant\w*|avocat\w*|défense|parquet|critiques?|détracteurs?|opposants?|partisans?|syndicats?|fabricants?|constructeur|"
    r"porte-parole|opposition|riverains?|témoins?|rumeur|légende|ses\s+proches|l['’]entreprise|la\s+direction"
)
_PARTE = (
    r"acusad\w+|demandad\w+|demandante\w*|abogad\w+|defensa|fiscal\w*|críticos|detractores|opositores|partidarios|sindicatos?|fabricantes?|portavo[cz]\w*|"
    r"oposición|vecinos|testigos?|rumor\w*|leyenda|la\s+empresa|la\s+compañía"
)

# By kind, by reach (what follows the words, what stands before them, the part of the sentence around them) and, for words
# that another language has too, by language.
MARKERS: dict[tuple[Kind, str, str], str] = {
    ("asked", "after", ""): r"""
        (?:wonder\w*|ask\w*|unclear|unknown|uncertain|know|decide|question|see|determine|doubt\w*|find\s+out)\s+(?:whether|if)|whether|
        question\s+(?:of|as\s+to)\s+(?:whether|if)|ob|fragt\w*\s*,\s*ob|
        (?:demand\w+|savoir|question\s+de\s+savoir|d[ée]termin\w+|ignor\w+|v[ée]rifi\w+|examin\w+|test\w+|étudi\w+|évalu\w+|établir)\s+(?:si|s['’](?=il))|
        (?:pregunt\w+|saber|determin\w+|analiz\w+|estudi\w+|investig\w+|evalu\w+|claro|desconoce|ignora|dud\w+|comprob\w+|averigu\w+|verific\w+|dilucidar|aclarar)\s+si|
        能否|是否|会不会|有没有""",
    ("asked", "around", ""): r"""
        (?:an?\s+)?open\s+question|investigat\w+|inquir(?:y|ies)|enquir(?:y|ies)|looking\s+into|look(?:s|ed)?\s+into|probe[sd]?\s+into|suspected|null\s+hypothesis|
        remains?\s+to\s+be\s+seen|prüf(?:t|en|te|ten)\s*,\s*ob|ermittel[nt]\w*|Nullhypothese|offene\s+Frage|ist\s+\p{L}*\s*offen|enquêt\w+|soupçonn\w+|
        hipótesis\s+nula|sospech\w+|尚无定论|尚不清楚|有待|かどうか|疑い(?:が|で|を)|なのか|か否か|のか、|調べている|答えは出ていない""",
    ("denied", "after", ""): r"""
        (?:it\s+is\s+)?(?:not\s+true|untrue|false|wrong|incorrect|a\s+mistake\s+to\s+(?:say|think|believe))\s+that|
        den(?:y|ies|ied|ying)(?:\s+(?:that|having|any))?|
        (?:reject(?:s|ed|ing)?|dismiss(?:es|ed|ing)?|refut(?:es|ed|ing|e)|disput(?:es|ed|ing|e)|rebut(?:s|ted)?|disagre\w+|doubt(?:s|ed)?|question(?:s|ed)?|challeng(?:e|es|ed)|call(?:s|ed)?\s+into\s+question)(?:\s+with)?
            (?:\s+(?:as\s+\p{L}+|any|the|all|an?|old|\p{L}+['’]s|lower|court['’]s|earlier|long-held|common|popular))*\s+
            (?:that|whether|(?:suggestion|claim|allegation|notion|idea|view|report|accusation|charge|assertion|theory|belief|finding|rumou?r|hypothesis|statement)s?(?:\s+(?:that|of|having))?)|
        no\s+(?:evidence|proof|record|sign|indication|support|basis|reason\s+to\s+(?:think|believe))\s+(?:that|of|for)|contrary\s+to\s+(?:the\s+)?(?:\w+\s+){0,3}that|
        no\s+trace(?:\s+(?:was|were|has\s+been|have\s+been)\s+found)?\s+of|(?:wrongly|falsely|mistakenly|erroneously|incorrectly)\s+(?:\p{{L}}+\s+)?that|in\s+no\s+case|(?:popular|common|widespread|persistent|urban|old)?\s*(?:myth|misconception|fallacy|hoax|legend|fiction|old\s+wives['’]\s+tale)\s+that|
        bestreite[nt]\w*|bestritt\w*|dementier\w+|leugne[nt]\w*|(?:ein\s+)?(?:Mythos|Märchen|Irrtum|Irrglaube|Gerücht)\s*,?\s*(?:dass)?|nicht\s+wahr\s*,\s*dass|falsch\s*,\s*dass|
        keine?\s+(?:Belege?|Beweise?|Hinweise?)\s+(?:dafür|darauf|für|auf)|
        d[ée]men\w+|ni(?:e|ent|ait|aient|é)\s+(?:que|avoir|être)|conteste\w*\s+(?:que|avoir|l['’]idée)|(?:il\s+est\s+)?faux\s+que|aucune\s+preuve|(?:un\s+)?mythe\s+que|
        nieg\w+|negó|negaron|neg(?:ar|ó|aba)\s+que|desmient\w+|desmintió|(?:no\s+es\s+cierto|es\s+falso)\s+que|(?:un\s+)?(?:bulo|mito)\s+que|no\s+hay\s+(?:pruebas|constancia)|
        否认|否定|驳斥""",
    ("denied", "around", ""): r"""
        (?:popular|common|widespread|persistent|urban)\s+(?:myth|misconception|fallacy)|(?:is|are|was|were)\s+(?:an?\s+)?(?:\p{L}+\s+)?(?:myth|hoax|misconception|fallacy|legend|forgery|fiction|rumou?r)s?|
        (?:is|are|was|were|proved|proven|been|turned\s+out\s+to\s+be)\s+(?:simply\s+|plainly\s+|quite\s+|entirely\s+)?(?:false|untrue|wrong|unfounded|baseless|debunked|disproved|disproven|refuted|discredited|disputed|contested|fabricated|controversial)|
        (?:debunk|disprov|refut|discredit)\w+|(?:turned\s+out|proved|proven|found|shown)\s+to\s+be\s+(?:an?\s+)?(?:hoax|fake|false|untrue|wrong|myth|forgery|unfounded|baseless)|fallen\s+out\s+of\s+favou?r|no\s+longer\s+tenable|abandoned\s+by\s+(?:most\s+)?(?:scholars|historians|scientists)|long\s+presented\s+as|no\s+longer\s+(?:believed|thought|held)|
        once\s+(?:thought|believed|held)|is\s+(?:hotly\s+|still\s+|widely\s+)?(?:disputed|debated|contested|controversial)|there\s+is\s+(?:no|little)\s+agreement|never\s+(?:began|happened|took\s+place|materiali[sz]ed)|
        wies\w*\s.{0,80}?\szurück|weis(?:t|en)\s.{0,80}?\szurück|keine\s+Rede|(?:ist|sind|war|waren)\s+(?:ein\s+|eine\s+)?(?:Irrtum|Mythos|Märchen|Legende|Fälschung|Irrglaube|falsch|unwahr|widerlegt|umstritten|unbegründet|haltlos)|
        widersprach\w*|widerspr[ie]\w+|Falschmeldung|erfunden|widerleg\w+|umstritten|strittig|(?:est|sont|était)\s+(?:une?\s+)?(?:mythe|légende|idée\s+reçue|faux|fausse|erreur|infox|contestée?|controversée?|infondée?)|réfut\w+|
        (?:es|son|era|fue)\s+(?:un\s+|una\s+)?(?:mito|bulo|falso|falsa|leyenda|discutid\w+|error|controvertid\w+|infundad\w+)|desmentid\w+|
        没有(?:科学)?依据|谣言|误解|并非|不实|存在争议|有争议|否定され|否定して|俗説|誤解|誤り(?:だ|で)|誤報|事実無根|デマ|事実では|根拠(?:は|が)?(?:ない|な)""",
    ("attributed", "after", ""): rf"""
        (?:alleg(?:e|es|ed|ing)|claim(?:s|ed|ing)?|contend(?:s|ed)?|assert(?:s|ed)?|argu(?:e|es|ed)|insist(?:s|ed)?|maintain(?:s|ed)?|believ(?:e|es|ed)|suspect(?:s|ed)?|suggest(?:s|ed)?|fear(?:s|ed)?|
            complain(?:s|ed)?|boast(?:s|ed)?|accus(?:e|es|ed)|testif(?:y|ies|ied))\s+(?:\p{{L}}+\s+)?that|
        (?:alleg(?:e|es|ed)|contend(?:s|ed)?|believ(?:e|es|ed)|insist(?:s|ed)?|suspect(?:s|ed)?|think(?:s)?)(?=\s+(?:the|a|an|it|he|she|they|its|his|her|their|(?-i:\p{{Lu}})))|
        (?:told|tells?)\s+(?:\p{{L}}+\s+){{1,4}}that|(?:writes|wrote|relates|recounts|reckons|recalls|swears|swore|speculates?)\s+that|according\s+to\s+(?:\p{{L}}+\s+){{0,3}}(?:{_PARTY})[^,]{{0,60}},|
        (?:{_PARTY})(?:\s+(?:of|for|at)\s+(?:the\s+)?[\p{{L}}'’-]+(?:\s+\p{{Lu}}[\p{{L}}'’-]+)?)?(?:\s+(?:have|has|had))?\s+(?:say|says|said|state[sd]?|claim(?:s|ed)?|warn(?:s|ed)?|report(?:s|ed)?|argue[sd]?|recall(?:s|ed)?|allege[sd]?|believe[sd]?|think|hold|told)|
        legend\s+has\s+it|tradition\s+has\s+it|rumou?r\s+has\s+it|(?:it\s+is|is|are|was|were)\s+(?:widely\s+|often\s+|sometimes\s+|commonly\s+)?(?:said|alleged|rumou?red|believed|reputed|supposed|claimed|purported)\s+(?:that|to)|
        (?:some|many|most)\s+(?:people\s+|observers\s+|analysts\s+|historians\s+)?(?:believe|think|say|argue|claim|suspect)|in\s+the\s+(?:view|opinion|eyes)\s+of|
        behaupte\w+|(?:Nach|Laut)\s+(?:Darstellung|Ansicht|Meinung|Auffassung|Aussage|Überzeugung)(?:\s+(?:des|der|von|eines|einer|seiner|ihrer)\s+[\p{{L}}-]+(?:\s+\p{{Lu}}[\p{{L}}-]+)?)?|
        (?:laut|nach\s+Angaben)\s+(?:(?:des|der|dem|den|seiner|seinem|ihrer|ihrem|von|eines|einer|einem)\s+)?(?:\p{{Ll}}+\s+){{0,2}}(?:{_PARTEI})(?:\s+(?:des|der|von)\s+\p{{L}}+)?|(?:{_PARTEI})\s+(?:zufolge|sagen|sagt|sagte|sagten|meinen|werfen|glauben|halten)|(?:glaub|mein|vermut|befürcht)(?:t|en|te|ten)\s*,|wirft\s|
        (?:affirm|prétend|soutien|allègu|assur|estim|accus)\w*\s+(?:que|qu['’]|avoir)|selon\s+(?:(?:les?|la|l['’]|ses|son|sa|leurs?|un|une|des)\s*)?(?:{_PARTIE})[^,]{{0,40}},|d['’]après\s+(?:(?:les?|la|l['’]|ses|son|sa)\s*)?(?:{_PARTIE})[^,]{{0,40}},|
        (?:asegur|afirm|sostien|aleg|aduc|argument|acus|cre)\w*\s+que|según\s+(?:(?:el|la|los|las|su|sus)\s+)?(?:{_PARTE})[^,]{{0,40}},|a\s+juicio\s+de|
        据(?:目击者|原告|被告|知情人|网友|批评者|反对者|厂商|厂家|律师|家属|当事人|传|称|说)[^，]{{0,12}}，|(?:声称|宣称|指称|据称|据传|指控|认为|坚称)|(?:によれば|によると|いわく)、?""",
    ("attributed", "before", ""): rf"""
        ,?\s*according\s+to\s+(?:\p{{L}}+\s+){{0,3}}(?:{_PARTY})|,\s*(?:critics|opponents|supporters|activists|(?:the\s+)?(?:{_PARTY}))\s+(?:say|said|claim|claimed|allege|argue|believe|contend)|
        ,\s*(?:it\s+(?:is|was)\s+(?:alleged|claimed|rumou?red)|he\s+claims|she\s+claims|he\s+claimed|she\s+claimed|they\s+claim)|,\s*so\s+(?:die|der|das)\s+(?:{_PARTEI})|,\s*(?:behauptet\w*|betont\w*|meint\w*|beteuer\w+)|
        ,\s*(?:affirm|prétend|assur|soutien|estim)\w*|,\s*selon\s+(?:(?:les?|la|l['’]|ses|son|sa)\s*)?(?:{_PARTIE})|,\s*(?:asegur|afirm|sostien|aleg)\w*|,\s*según\s+(?:(?:el|la|los|las|su|sus)\s+)?(?:{_PARTE})|
        と(?:主張|述べ|話し|訴え|信じ|言わ|され)\p{{Hiragana}}*|という(?:説|噂|主張|証言|見方|伝説)|と[^。、]{{1,14}}[はが](?:話し|述べ|主張|語っ|証言|訴え)\p{{Hiragana}}*""",
    ("attributed", "around", ""): r"""
        anonymous(?:ly)?|unnamed|unconfirmed|reportedly|hearsay|alleged(?:ly)?|purported(?:ly)?|supposed(?:ly)?|reputed(?:ly)?|so-called|angeblich\w*|vermeintlich\w*|mutmaßlich\w*|prétendu\w*|supuest\w+|presunt\w+|所谓|据说|疑似|涉嫌|网传|传闻|谣传|とされる""",
    ("hypothetical", "around", ""): r"""
        (?-i:may)|might|could|perhaps|possibly|maybe|conceivabl[ey]|speculat\w+|hypothes\w+|conjectur\w+|would(?!\s+(?:later|go\s+on|eventually|become|soon))|had\s+(?:the|it|he|she|they|\p{Lu}\p{L}+)\s[^,]{1,60}\s(?:been|had|not)|
        in\s+that\s+event|(?:suggestion|speculation|hypothesis|conjecture)s?\s+that|theor(?:y|ies)\s+(?:that|holds?|is\s+that)|(?:hypothesis|possibility|explanation|assumption|scenario)\s+is\s+that|assum(?:e|es|ed|ing)\s+that|hypothesi[sz]ed|presumabl[ey]|
        könnten?|dürften?|möglicherweise|womöglich|vielleicht|vermutlich|wohl|würden?|wären?|hätten?|angenommen|
        pourrai(?:t|ent)|peut-être|serai(?:t|ent)|aurai(?:t|ent)|il\s+se\s+peut|probablement|devrai(?:t|ent)|éventuellement|supposons|
        podrían?|quizás?|tal\s+vez|posiblemente|sería[ns]?|habría[ns]?|(?:trat|pod|deb|hab)aría|trataría|puede\s+que|
        可能|也许|或许|推测|かもしれ|とみられ|可能性|だろう|と推測|恐れがある""",
    (
        "hypothetical",
        "all",
        "",
    ): r"""suppose(?!\s+to)|imagine(?=\s+(?:that|a|an|the))|angenommen|supposons|supongamos|假设|仮に""",
    ("planned", "after", ""): r"""
        plan(?:s|ned|ning)?\s+(?:to|for|on)|(?:is|are|was|were|been)\s+(?:\p{L}+\s+)?(?:planned|scheduled|slated|due|set|intended|supposed|expected|projected|proposed|designed)\s+(?:to|for)|
        intend(?:s|ed|ing)?\s+to|intention\s+(?:to|of)|aim(?:s|ed|ing)?\s+to|hop(?:e|es|ed|ing)\s+to|seek(?:s|ing)?\s+to|want(?:s|ed)?\s+to|propos(?:al|als)\s+(?:to|for)|consider(?:s|ing)(?=\s+(?:the|a|an|\p{L}+ing)(?!\p{L}))|
        (?:is|are|was|were)\s+(?:going\s+)?to(?!\s+(?:blame|date|some|a|an|the|its|his|her|their)(?!\p{L}))|propos(?:e|es|ed)\s+to|voted\s+to\s+(?:study|consider|explore|plan)|explor(?:e|es|ing)\s+|vow(?:s|ed)?\s+to|pledg(?:e|es|ed)\s+to|promis(?:e|es|ed)\s+to|called\s+for|agreed\s+to|plans?\s+(?:include|call)|
        beabsichtig\w+|vorgesehen|erwäg(?:t|en)|
        prévoi(?:t|ent|yait)\s+(?:de|d['’])|envisag\w+\s+(?:de|d['’])|a\s+l['’]intention\s+(?:de|d['’])|compt(?:e|ent)\s+\p{L}+er|projett?\w*\s+(?:de|d['’])|souhait\w+|doit\s+(?:être|ouvrir)|
        planea\w*|proyect(?:a|an|aba)|prevé\w*|tiene\s+(?:previsto|la\s+intención)|pretend(?:e|en|ía)|quiere\w*|se\s+propone|estudia\s+(?:la|el|\p{L}+r)|
        计划|拟|打算|准备|预计|将(?!军|领|近|会)|有意""",
    ("planned", "around", "de"): r"""
        plan(?:t|en|te|ten)|(?:will|wollen|wollte|wollten|soll|sollen|sollte|sollten)(?=\s.+(?:en|n|ern)(?!\p{L}))|vorhat""",
    ("planned", "around", ""): r"""
        (?:is|are|was|were)\s+(?:planned|scheduled|slated)|(?:draft|proposed)\s+(?:bill|law|regulation|directive|legislation)|
        方針|予定|計画(?:して|だ|である|中)|目指(?:す|し)|検討""",
    ("retracted", "around", ""): r"""
        (?:since\s+|later\s+|been\s+|was\s+|were\s+|has\s+)?(?:retracted|rescinded|recanted|revoked|annulled|overturned)|(?:later\s+)?(?:withdrew|withdrawn|withdraws|retracts?|recants?|disavow\w+|walked\s+back)|
        correction:|corrigendum|(?:has|have|was|were|had)\s+(?:since\s+|later\s+)?(?:been\s+)?(?:taken\s+down|pulled|later\s+corrected|corrected)|apologi[sz]ed\s+for|an?\s+earlier\s+version\s+(?:of\s+this\s+\p{L}+\s+)?(?:said|stated|reported|claimed)|conceded\s+that|
        zog\w*\s.{0,60}?\szurück|zurückgezogen\w*|widerr[iu]ef\w*|widerrufen|nahm\w*\s.{0,60}?\szurück|zurückgenommen|Korrektur:|Berichtigung:|
        rétract\w+|revenue?s?\s+sur|retirée?s?|démenti[es]?|retract\w+|se\s+desdij\w+|retirad[oa]s?|rectific\w+|fe\s+de\s+errat\w+|
        撤回|撤销|更正|取り下げ|撤回""",
}

# How a sentence keeps the reserve of its evidence.
KEPT: dict[str, str] = {
    "asked": r"""whether|if|unclear|uncertain|unknown|question\w*|ask\w*|wonder\w*|possibl[ey]|investigat\w+|look\w*\s+into|examin\w+|test(?:s|ed|ing)?|study\s+of|suspect\w*|may|might|could|open|undecided|inquiry|
        ob|unklar|offen|frag\w+|prüf\w+|möglich\w*|uneinig|si|s['’]il|demand\w+|question|examin\w+|pregunt\w+|saber|investig\w+|analiz\w+|quisieron|是否|能否|尚|かどうか|のか|調べ|疑い""",
    "denied": r"""whether|unclear|uncertain|ob|den(?:y|ies|ied|ying|ial)|disput\w+|myth\w*|legend\w*|false\w*|wrong\w*|untrue|reject\w*|turned\s+down|refut\w+|debunk\w*|not|no|never|none|nobody|neither|nor|without|cannot|n['’]t|(?<=\p{L})n['’]t|hoax|misconception|contest\w*|controvers\w+|disagree\w*|unfounded|contrary|challeng\w+|question\w*|forgery|fake\w*|fail\w*|lack\w*|un\p{L}{4,}ed|
        nicht|kein\w*|nie\w*|bestreit\w+|bestritt\w*|dementier\w+|Mythos|Irrtum|falsch\w*|umstritten\w*|uneinig|abgelehnt|zurück\w*|Legende|wider\w+|ohne|gefälscht|Fälschung|
        ne|n['’]\p{L}+|pas|jamais|aucune?|dément\w*|nie|faux|fausse|mythe|contest\w+|rejet\w+|sans|no|nunca|ni|nieg\w+|falso|mito|bulo|cuestion\w+|discut\w+|rechaz\w+|sin|desm\w+|不|没|未|无|否认|并未|缺乏|谣|な(?:い|かっ)|ません|否定|誤""",
    "attributed": r"""according\s+to|claim\w*|alleg\w+|say|says|said|stat(?:e[sd]?|ing)|contend\w*|argu\w+|believ\w+|assert\w*|accus\w+|insist\w*|maintain\w*|suspect\w*|report(?:s|ed|edly)?|told|tells|suppos\w+|purport\w*|suggest\w*|think\w*|fear\w*|view|opinion|critics|testif\w+|reputed\w*|blam\w+|account|describ\w+|rumou?r\w*|legend|wrote|writes|warn\w*|complain\w*|recall\w*|put\s+the|dispute\w*|
        laut|zufolge|behaupt\w+|angeblich\w*|nach\s+(?:Angaben|Darstellung|Ansicht|Aussage|Meinung)|sagt\w*|will|soll\w*|sei|habe|vorw\w+|wirft|werfen|meint\w*|glaub\w+|Sicht|so\s+(?:die|der|das)|
        selon|d['’]après|affirm\w*|préten\w+|assur\w+|estim\w+|soutien\w+|serait|aurait|accus\w+|según|afirm\w+|asegur\w+|sostien\w+|aleg\w+|acus\w+|supuest\w+|cree\w*|据|称|表示|说法|认为|指|主張|によ(?:れば|ると)|という|説明|述べ|話し|訴え|とされ|側は""",
    "hypothetical": r"""may|might|could|would|can|possibl\w+|perhaps|likely|probabl\w+|potential\w*|if|whether|speculat\w+|hypothes\w+|suggest\w*|suspect\w*|theor\w+|appear\w*|seem\w*|conjectur\w+|believ\w+|thought|presumabl\w+|unless|risk\w*|should|expect\w*|propos\w+|consider\w*|idea|threat\w*|argu\w+|reject\w+|
        könnt\w*|kann|können|dürft\w*|möglich\w*|womöglich|vielleicht|vermut\w+|wahrscheinlich\w*|wohl|würd\w*|wäre\w*|hätte\w*|falls|wenn|sollte\w*|
        pourrai\w+|peut|peuvent|peut-être|probabl\w+|serai\w+|aurai\w+|si|possibl\w+|podría\w*|puede\w*|quizás?|tal\s+vez|posibl\w+|probabl\w+|sería\w*|habría\w*|可能|也许|或许|如果|若|かもしれ|可能性|だろう|れば|たら|推測|恐れ""",
    "planned": r"""will|would|plan\w*|intend\w*|aim\w*|hop(?:e|es|ing)|schedul\w+|propos\w+|to\s+be|due\s+to|expect\w*|consider\w*|set\s+to|slated|want\w*|seek\w*|draft\w*|design\w*|goal\w*|target\w*|ambition\w*|envisag\w+|future|vow\w*|pledg\w+|promis\w+|is\s+to|are\s+to|was\s+to|were\s+to|should|may|might|could|project\w+|call\w*\s+for|agree[ds]?|roadmap|
        will|wollen|plan\w*|beabsichtig\w+|soll\w*|vorgeseh\w+|vorhaben|wird|werden|möchte\w*|künftig|geplant\w*|erwäg\w+|Ziel|
        prévoi\w+|envisag\w+|intention|veut|veulent|compte|projet\w*|souhait\w+|futur\w*|\p{L}+(?:era|eront)|prevé\w*|planea\w*|proyect\w+|pretend\w+|quiere\w*|intención|\p{L}+(?:ará|arán|erá|erán|irá|irán)|va\s+a|van\s+a|计划|拟|打算|将|预计|予定|方針|計画|目指|検討""",
    "retracted": r"""retract\w*|withdr[ae]w\w*|rescind\w*|recant\w*|took\s+back|correct\w+|revok\w+|annul\w+|overturn\w*|no\s+longer|not|never|disavow\w*|formerly|initially|originally|false\w*|wrong\w*|abandon\w*|forgery|
        zurück\w*|zog|wider\w+|korrigier\w+|nicht|rétract\w+|retir\w+|revenu\w*|pas|retract\w+|desdij\w+|rectific\w+|no|撤回|撤销|更正|不|未|取り下げ|な(?:い|かっ)""",
    "condition": r"""if|when\w*|unless|once|provided|with|under|in\s+case|where|should|would|could|depend\w*|assuming|given|upon|whether|for|after|by|wenn|falls|sofern|bei|sobald|mit|si|s['’]il|lorsqu\w*|quand|en\s+cas|avec|cuando|siempre|con|en\s+caso|如果|若|的话|时|场合|れば|たら|なら|場合""",
}

# Words that look like reserve and are none.
CANCELLED = (
    r"^whether(?=[^,]{1,80}\sor\s[^,]{1,80},)|(?<!\p{Latin})(?:even\s+if|auch\s+wenn|même\s+si|incluso\s+si|(?:nobody|no\s+one|none|few)\s+(?:now\s+|seriously\s+|still\s+)?(?:den(?:y|ies|ied)|doubts?|disput(?:es?|ed))|(?:not|never)\s+(?:denied|disputed|in\s+doubt|retracted|withdrawn)|undisputed(?:ly)?|"
    r"no\s+longer\s+(?:disputed|in\s+doubt|denied)|as\s+(?:planned|scheduled|expected|intended)|planned\s+for\s+years|claim(?:s|ed|ing)?\s+(?:\d+|the\s+lives?|several|many|dozens|hundreds|thousands|at\s+least|victory|responsibility|credit)|"
    r"wie\s+(?:geplant|vorgesehen|erwartet)|comme\s+prévu|como\s+estaba\s+previsto|según\s+lo\s+previsto|unbestritten\w*|unumstritten\w*|按计划|予定(?:どおり|通り)|計画(?:どおり|通り)|in\s+May|on\s+\d{1,2}\s+May|May\s+\d+|\d+\s+May|"
    r"may\s+(?:well\s+)?be\s+used|may\s+not|could\s+not|would\s+not|might\s+not|confirm(?:s|ed)?\s+that|whether\s+or\s+not)(?!\p{Latin})"
)

# What stands before or after a sentence and says what it is.
LABELS = r"(?<!\p{L})(?:myth|misconception|false\s+claim|rumou?r|hoax|claim|mythos|irrtum|behauptung|mythe|idée\s+reçue|mito|bulo|谣言|误区|誤解|俗説)\s*(?:no\.?\s*|nr\.?\s*|n[°º]\s*|#)?\d*\s*[:：.]\s*[\"“„«]?\s*$"
TAKEN_BACK = (
    r"\s*[\"”]?\s*(?:(?:this|that|the|these|those)\s+(?:\p{L}+\s+)?(?:claim|statement|report|paper|study|article|finding|result|assertion|allegation|figure|story|view|idea|announcement|information|post)s?\s+(?:has|have|was|were|is|are|turned|proved|later|had)\s+(?:since\s+|later\s+|also\s+|now\s+|been\s+|subsequently\s+|not\s+)*"
    r"(?:been\s+)?(?:retracted|withdrawn|rescinded|recanted|revoked|debunked|disproved|disproven|refuted|false|wrong|untrue|incorrect|a\s+myth|a\s+hoax|corrected|fabricated|disputed|out|unfounded|overturned|true)|"
    r"(?:this|that|it)\s+(?:is|was|turned\s+out\s+to\s+be|proved|has\s+since\s+been|has\s+been|was\s+later)\s+(?:not\s+true|false|untrue|wrong|incorrect|a\s+myth|a\s+hoax|a\s+mistake|retracted|withdrawn|debunked|refuted|rejected|abandoned|dropped|turned\s+down|overruled|not\s+adopted|not\s+the\s+case)|"
    r"it\s+(?:has|had|did|does|is|was)\s+not\s*\.|not\s+so\b|diese[rs]?\s+(?:Behauptung|Aussage|Meldung|Studie|Angabe|Darstellung)\s+(?:wurde|ist|war|hat)\s.{0,30}(?:zurückgezogen|widerrufen|widerlegt|falsch|unwahr|dementiert|bestätigt\s+sich\s+nicht)|das\s+(?:ist|war)\s+(?:falsch|ein\s+Irrtum|nicht\s+wahr)|"
    r"cette\s+(?:affirmation|information|déclaration|étude)\s+(?:a\s+été|est|était)\s.{0,20}(?:rétractée|retirée|démentie|fausse|réfutée)|c['’](?:est|était)\s+(?:faux|une\s+erreur)|esta?\s+(?:afirmación|información|noticia|estudio|declaración)\s+(?:fue|ha\s+sido|es|era)\s.{0,20}(?:retirad|desmentid|fals|retractad|refutad)|es(?:to)?\s+es\s+falso|"
    r"(?:这|该)(?:一)?(?:说法|报道|论文|声明|消息|结论)[^。]{0,12}(?:撤回|撤销|不实|错误|更正|否认|辟谣)|この(?:主張|論文|報道|発言|発表)[^。]{0,14}(?:撤回|取り消|否定|誤り|訂正))"
)
# A sentence that says what those after it are.
INTRODUCED: dict[Kind, str] = {
    "attributed": r"(?<!\p{L})(?:plaintiff|claimant|defendant|applicant|prosecution|critics?|opponents?)(?:['’]s?)?\s[^.]{0,60}(?:as\s+follows|the\s+following|case)|(?:allegations|claims|accusations)\s+(?:are|were)\s+(?:as\s+follows|these)",
    "planned": r"(?<!\p{L})(?:draft|bill|proposal|plan)\s+(?:contains|provides|includes|has|foresees|comprises)",
    "denied": r"(?<!\p{L})(?:myths?|misconceptions?|false\s+claims?)\s[^.]{0,40}(?:as\s+follows|the\s+following|are|include)[^.]{0,20}[:.]?\s*$",
}
ANSWERS = (
    r"\s*[\"“]?(?:yes|indeed|correct|true|it\s+(?:is|does|did|has)[.,]|ja\b|oui\b|sí\b|是的|はい)",
    r"\s*[\"“]?(?:no\b|not\b|nein\b|non\b|false|wrong|falsch|faux|不是|没有|不，|いいえ|否)",
)
HEADINGS: dict[Kind, str] = {
    "denied": r"(?<!\p{L})(?:myths?|misconceptions?|mythen|irrtümer|mythes|idées\s+reçues|mitos|bulos|谣言|误区|誤解)(?!\p{L})",
    # What was turned down, or left open: the section tells of it, and asserts much while it does.
    "hypothetical": r"(?<!\p{L})(?:rejected|discarded|verworfen\w*|rejetée?s?|descartad[oa]s?|open\s+(?:questions?|issues?)|unresolved|offene\s+fragen|questions\s+ouvertes|preguntas\s+abiertas)(?!\p{L})",
    "retracted": r"(?<!\p{L})(?:retracted|withdrawn|zurückgezogen|rétracté|retractado|撤回)\s*(?:[:：\]]|article|paper)",
    "attributed": r"(?<!\p{L})(?:pleadings?|(?:plaintiff|claimant|defendant|applicant|prosecution)s?['’]s?\s+(?:case|pleadings?|submissions?|arguments?)|allegations?|opinion|testimony|klageschrift|plaidoirie|alegatos)(?!\p{L})",
    "planned": r"(?<!\p{L})(?:draft\s+(?:bill|law|act|regulation)|summary\s+of\s+proposals|roadmap|future\s+work|planned|ausblick|perspectives|trabajo\s+futuro)(?!\p{L})",
}
