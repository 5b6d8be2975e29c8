"""Function words by language, as data: what a query can lose without losing its meaning."""

from __future__ import annotations

STOP_WORDS: dict[str, str] = {
    "en": """
        a about above after again against all also am an and any are aren't as at be because been before being below
        between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during e.g each
        few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how
        i i'm i.e if in into is isn't it it's its itself just let's me more most must my myself no nor not of off on once
        only or other our ours ourselves out over own same shall she should shouldn't so some such than that that's
        the their theirs them themselves then there there's these they they're this those through to too under until
        up upon us very via was wasn't we we're were weren't what what's when where whether which while who whom whose
        whichever why will with within without won't would wouldn't yet you you're your yours yourself yourselves
    """,
    "de": """
        ab aber alle allem allen aller alles als also am an andere anderen anderer auch auf aus bei beim bin bis bist
        da dabei dadurch daher damit dann das dass dazu dein deine dem den denen denn der deren des dessen dich die
        dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einige er es
        etwa euch euer für gegen gibt hat hatte hatten habe haben hier hin hinter ich ihm ihn ihnen ihr ihre ihrem
        ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jedoch jene kann kein keine keinen keiner
        können könnte man mehr mein meine mich mir mit muss müssen nach nicht nichts noch nun nur ob obwohl oder ohne
        sehr sein seine seinem seinen seiner seit sich sie sind so sogar solche soll sollte sondern sowie über um und
        uns unser unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem
        wen wenn wer werden weshalb wessen wie wieder wieso wieviel wieviele wird wo wodurch wofür woher wohin womit worden worin wurde wurden während würde zu zum zur zwischen
    """,
    "es": """
        a al algo algunas algunos ante antes aquel aquella aquellas aquellos aquí así aun aunque bajo bien cada como
        cómo con contra cual cuál cuales cuáles cualquier cuando cuándo cuánta cuántas cuánto cuántos de del desde donde dónde dos
        durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está estaba están estar
        estas este esto estos fue fueron ha había han hasta hay la las le les lo los más me mediante mi mientras muy
        nada ni no nos nosotros nuestra nuestro o os otra otras otro otros para pero poco por porque pues que qué
        quien quién quienes quiénes se sea según ser si sí sido siendo sin sino sobre son su sus tal también tampoco tan
        tanto te tiene tienen toda todas todo todos tras tu un una unas uno unos usted vosotros y ya yo
    """,
    "fr": """
        à afin ai ainsi alors après au aucun aucune aussi autre autres aux avant avec avoir c ce ceci cela celle
        celles celui ces cet cette ceux chaque chez combien comme comment contre d dans de depuis des dès donc dont du elle
        elles en encore entre es est et étaient était étant été être eu eux fait font furent fut il ils j je jusque
        l la laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lui m ma mais me même mêmes mes moi
        moins mon n ne ni nos notre nous on ont ou où par parce pas pendant peu peut plus plusieurs pour pourquoi
        puis qu quand que quel quelle quelles quels qui quoi s sa sans se selon ses si sont sous sur ta tandis te tes
        toi ton tous tout toute toutes très tu un une vers voici voilà vos votre vous y
    """,
    "it": """
        a ad agli ai al alla alle allo anche ancora avere aveva avevano c che chi ci cioè come con contro cosa così
        cui d da dagli dai dal dalla dalle dallo degli dei del della delle dello dentro di dopo dove durante e è ed
        era erano essere fra fino fu fuori gli ha hai hanno ho i il in io l la le lei li lo loro lui ma me mentre mi
        mia mie miei mio molto ne negli nei nel nella nelle nello noi non nostra nostro o ogni oppure per perché però
        più poi prima qual quale quali quando quanta quante quanti quanto quella quelle quelli quello questa queste questi questo qui se
        sei senza si sia sono sopra sotto sta stata stato su sua sugli sui sul sulla sulle sullo suo suoi tra tu tua
        tuo tutti tutto un una uno vi voi vostro
    """,
    "pt": """
        a à ao aos aquela aquele aquilo as às até cada com como contra da das de dela dele deles depois desde dessa
        desse desta deste do dos durante e é ela elas ele eles em entre era eram essa essas esse esses esta está
        estão estas este estes eu foi foram há isso isto já lhe lhes mais mas me mesmo meu minha muito na não nas nem
        nessa nesse nesta neste no nos nós nossa nosso num numa o onde os ou para pela pelas pelo pelos perante pois
        por porque qual quais quando quanta quantas quanto quantos que quê quem são se seja sem sempre ser será seu seus sido sob sobre sua
        suas também tão te tem têm ter teu tinha toda todas todo todos tua tudo um uma umas uns você vocês vos
    """,
    "nl": """
        aan af al alle alles als andere ben bij bijna daar dan dat de den der deze die dit doch doen door dus e een
        eens en er ge geen geweest haar had hadden heb hebben heeft hem het hier hij hoe hoeveel hun iemand iets ik in is ja
        je jij jou jouw jullie kan kon kunnen maar me meer men met mij mijn moet moeten na naar niet niets nog nu of
        om omdat onder ons onze ook op over reeds sinds te tegen tijdens toch toen tot tussen u uit uw van veel voor
        waar waarom wanneer waren was wat we wel welk welke werd werden wie wij wil worden wordt zal ze zelf zich zij zijn zo
        zonder zou zouden
    """,
}

# Japanese and Chinese write without spaces, so these are matched against character pairs.
STOP_PAIRS: dict[str, str] = {
    "ja": """
        です ます した して する され れる られ せる いる いた いて ある あり った って ない なか なる なり から まで より など
        こと もの ため よう これ それ あれ この その あの どの どれ どこ いつ だれ なに どう では には とは のは のが への での との
        にお おい ける おけ につ つい いて に関 関し に対 対し とし ので のに でも ても だけ ほど また およ よび ん。 か。 のか すか
        はど はな はい くら らい どん んな なぜ ぜで であ また れた れて ませ せん でし しょ ょう うか いく 何年 何人 何回 何時 何日 何度 何本 何件 何で どの のく れく
    """,
    "zh": """
        什么 甚么 怎么 怎样 如何 为何 为什 哪里 哪个 哪些 多少 几个 这个 那个 这些 那些 他们 她们 我们 你们 以及 或者 但是 因为
        所以 如果 虽然 并且 而且 关于 对于 根据 可以 已经 正在 没有 不是 就是 还是 的是 是什 是多 是否 之间 以来 其中 這個 那個
        多久 多长 多長 多大 多高 多远 几次 何时 何地 哪年 什麼 怎麼 為何 為什 們的 關於 對於 因為 沒有
    """,
}
STOP_CHARACTERS: dict[str, str] = {
    "ja": "はがをにでとのもへやかねよなだたてれるすしまっいうくこそあどらりきさんえお",
    "zh": "的了在是和与與及或也都就而且吗嗎呢吧啊着著过過把被让讓给給从從对對为為以于於之其这這那哪什么麼何不没沒很更最",
}
