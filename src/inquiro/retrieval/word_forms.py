"""Forms that no ending explains: irregular verbs, comparatives and plurals of English and German, as data.

One table serves all languages, since a page may mix them: a form that is another word elsewhere is left out
(German `half`, `las`, `stand`), and so is one that is another word at home (`saw`, `rose`, `lay`).
"""

from __future__ import annotations

from functools import cache

# The word, then its other forms, without diacritics and with `ss` for `ß`.
_ENGLISH = """
arise arose arisen | awake awoke awoken | beat beaten | become became | begin began begun | bend bent | bind bound |
bite bitten | bleed bled | blow blew blown | break broke broken | breed bred | bring brought |
build built | burn burnt | buy bought | catch caught | choose chose chosen | come came | creep crept | deal dealt |
dig dug | draw drew drawn | dream dreamt | drink drank drunk | drive drove driven | eat ate eaten | fall fell fallen |
feed fed | feel felt | fight fought | find found | flee fled | fly flew flown flies | forbid forbade forbidden |
forecast forecasted | forget forgot forgotten | forgive forgave forgiven | freeze froze frozen | get got gotten |
give gave given | go goes went gone | grow grew grown | hang hung | hear heard | hide hid hidden | hold held |
keep kept | kneel knelt | know knew known | lead led | learn learnt | lend lent | lose lost | make made |
mean meant | meet met | mistake mistook mistaken | overcome overcame | pay paid | prove proven | ride rode ridden |
ring rang rung | rise risen | run ran | say said | see seen | seek sought | sell sold | send sent | shake shook shaken |
shine shone | shoot shot | show shown | shrink shrank shrunk | sing sang sung | sink sank sunk | sit sat | sleep slept |
slide slid | speak spoke spoken | spend spent | spin spun | spring sprang sprung | steal stole stolen | stick stuck |
sting stung | strike struck stricken | strive strove striven | swear swore sworn | sweep swept | swell swollen |
swim swam swum | swing swung | take took taken | teach taught | tear tore torn | tell told | think thought |
throw threw thrown | understand understood | undertake undertook undertaken | undergo underwent undergone |
wake woke woken | wear wore worn | weave wove woven | weep wept | win won | withdraw withdrew withdrawn |
write wrote written | overrun overran | oversee oversaw overseen | foresee foresaw foreseen | uphold upheld |
die died dying | lie lying | tie tying tied |
old older oldest elder eldest | new newer newest | young younger youngest | large larger largest | big bigger biggest |
small smaller smallest | high higher highest | low lower lowest | long longer longest | short shorter shortest |
great greater greatest | fast faster fastest | slow slower slowest | early earlier earliest | late later |
near nearer nearest | strong stronger strongest | weak weaker weakest | cheap cheaper cheapest | hot hotter hottest |
cold colder coldest | warm warmer warmest | deep deeper deepest | wide wider widest | heavy heavier heaviest |
safe safer safest | rich richer richest | poor poorer poorest | hard harder hardest | easy easier easiest |
thick thicker thickest | thin thinner thinnest | tall taller tallest | clean cleaner cleanest | dark darker darkest |
bright brighter brightest | quick quicker quickest | simple simpler simplest | rare rarer rarest | busy busier busiest |
close closer closest | broad broader broadest | strict stricter strictest | tight tighter tightest | wet wetter |
dry drier driest | loud louder loudest | noisy noisier noisiest | quiet quieter quietest | soft softer softest |
full fuller fullest | good better best | bad worse worst | far farther farthest furthest | few fewer fewest |
healthy healthier healthiest | costly costlier costliest | happy happier happiest | tiny tinier tiniest |
man men | woman women | child children | person people | foot feet | tooth teeth | mouse mice | goose geese |
wife wives | knife knives | half halves | shelf shelves | thief thieves | wolf wolves |
analysis analyses | basis bases | crisis crises | thesis theses | hypothesis hypotheses | diagnosis diagnoses |
criterion criteria | phenomenon phenomena | bacterium bacteria | medium media | index indices indexes |
matrix matrices | vertex vertices | appendix appendices | stimulus stimuli | nucleus nuclei | fungus fungi
"""
_GERMAN = """
beginnen begann begannen begonnen beginnt | beissen biss gebissen | bieten geboten bietet | binden gebunden |
bleiben blieb blieben geblieben bleibt | brechen brach brachen gebrochen bricht |
bringen brachte brachten gebracht bringt | denken dachte dachten gedacht denkt | durfen durfte durften |
entscheiden entschied entschieden entscheidet | enthalten enthielt enthielten enthalt |
entstehen entstand entstanden entsteht | erhalten erhielt erhielten erhalt | essen gegessen isst |
fahren fuhr gefahren fahrt | fangen fing gefangen | fliegen flogen geflogen fliegt |
fliessen geflossen fliesst | frieren fror gefroren friert | gehen ging gingen gegangen geht |
gelten galt galten gegolten gilt | gewinnen gewann gewannen gewonnen gewinnt | giessen gegossen |
halten hielt hielten gehalten | heben gehoben | helfen geholfen hilft | kennen kannte kannten gekannt kennt |
kommen kamen gekommen kommt | laden geladen | laufen lief liefen gelaufen lauft | lesen gelesen liest |
liegen lagen gelegen liegt | lugen gelogen | messen gemessen misst | nehmen nahm nahmen genommen nimmt |
nennen nannte nannten genannt nennt | schaffen schuf geschaffen schafft | scheinen schien geschienen scheint |
schlafen schlief geschlafen | schlagen schlug geschlagen schlagt | schliessen schloss geschlossen schliesst |
schneiden schnitt geschnitten | schreiben schrieb schrieben geschrieben schreibt | schreien schrie geschrien |
schwimmen schwamm geschwommen | sehen sahen gesehen sieht | sinken sanken gesunken sinkt |
singen gesungen | sitzen sassen gesessen sitzt | sprechen sprach sprachen gesprochen spricht |
springen gesprungen | stehen standen gestanden steht | stehlen gestohlen | steigen stieg stiegen gestiegen steigt |
sterben starb starben gestorben stirbt | tragen trug trugen getragen tragt | treffen traf trafen getroffen trifft |
treten trat traten getreten tritt | trinken trank tranken getrunken trinkt | verbieten verbot verboten verbietet |
verlieren verlor verloren verliert | verschwinden verschwand verschwunden | verstehen verstand verstanden versteht |
wachsen wuchs wuchsen gewachsen wachst | waschen wusch gewaschen | werfen warf geworfen wirft |
wiegen wog gewogen wiegt | wissen wusste wussten gewusst | ziehen zog zogen gezogen zieht | zwingen zwang gezwungen |
speichern speichert speicherte gespeichert | liefern liefert lieferte geliefert | andern andert anderte geandert |
fordern fordert forderte gefordert | steuern steuert steuerte gesteuert |
bauen baut baute gebaut | kaufen kauft kaufte gekauft | machen macht machte gemacht | nutzen nutzt nutzte genutzt |
zahlen zahlt zahlte gezahlt bezahlen bezahlt bezahlte | kosten kostet kostete gekostet | leben lebt lebte gelebt |
fuhren fuhrt fuhrte gefuhrt | losen lost loste gelost | grunden grundet grundete gegrundet |
alt altere alterer alteste altesten altester | gross grosse grosser grossere grosste grossten grosster |
klein kleiner kleinste kleinsten | hoch hohe hoher hoherer hochste hochsten | lang langer langere langste langsten |
kurz kurzer kurzere kurzeste kurzesten | jung junger jungere jungste jungsten | stark starker starkere starkste |
warm warmer warmere warmste | kalt kalter kaltere kalteste | gut besser bessere beste besten | nah naher nachste |
viel mehr meiste meisten | schnell schneller schnellste schnellsten | billig billiger billigste |
teuer teure teurer teurere teuerste teuersten | haus hauser hausern | buch bucher buchern | land lander landern |
kind kinder kindern | stadt stadte stadten | baum baume baumen | haushalt haushalte
"""


@cache
def irregular_forms() -> dict[str, str]:
    """Every form with its word; what both languages have is the English one's."""
    known: dict[str, str] = {}
    for language in (_GERMAN, _ENGLISH):
        for line in language.replace("\n", " ").split("|"):
            word, *forms = line.split()
            known |= dict.fromkeys(forms, word)
    return known
