"""Words that say little about a subject, as data: what a search phrase or a heading can do without."""

from __future__ import annotations

# Beside the function words of a language: they carry a sentence, not its subject.
WEAK = frozenset(
    """
    make makes made making get gets got getting give gives given take takes taken taking go goes going gone come comes put
    keep keeps want wants wanted need needs needed use uses used using useful like likes seem seems think thinks thought
    know known say says said tell look looks see seen find found try tries tried let help helps show shows shown mean
    means work works working become becomes happen happens happened start starts include includes including allow allows
    may might could would should must shall able likely maybe perhaps probably possibly actually really quite rather
    almost always never often usually sometimes currently recently already still even ever soon later now today tomorrow
    yesterday instead therefore however although though because since unless else etc e.g i.e vs via per
    one two three first second third last next new old good better best bad big small large high low great long short
    many much lot lots several various different certain whole enough everything something anything nothing thing things
    way ways kind kinds type part parts case cases point points example examples note notes fact idea ideas question
    questions reason result important main interesting people someone everyone also too just only very well back around
    least most more less fewer every each another other others todo check ask asked open per don't doesn't can't isn't
    minute minutes hour hours day days week weeks month months year years time times twice once half four five six seven
    eight nine ten hundred thousand million billion unlike does did done being having own ones anyone
    st nd rd th
    dr mr mrs ms miss prof professor herr herrn frau sir madame monsieur señor señora
    i'm it's that's there's i've we've you're appears appear according based following above below
    macht machen gemacht geht gehen gibt geben gab nimmt nehmen kommt kommen bleibt bleiben liegt liegen steht stehen
    sollte sollten muss müsste darf dürfen kann könnte wäre hätte wurde würde lassen lässt laut etwa circa ca ungefähr
    eher vielleicht wahrscheinlich eigentlich schon immer nie oft meist meistens manchmal aktuell derzeit heute morgen
    gestern bald später jetzt neu neue neuen alte gut gute besser beste groß große klein viel viele wenig mehr weniger
    mindestens höchstens maximal minimal ganz sehr auch nur noch dort hier dass sowie bzw z.b beispiel frage fragen
    punkt punkte sache sachen ding dinge teil wichtig wichtige klären prüfen offen offene unbedingt höher niedriger
    minuten stunde stunden tag tage woche wochen monat monate jahr jahre jahren vorher nachher erfolgt zwei drei vier fünf
    sechs sieben acht neun zehn lohnt läuft seit
    minute minutes heure heures jour jours semaine semaines mois ans année années deux trois quatre cinq six sept huit dix
    minuto minutos hora horas día días semana semanas mes meses año años dos tres cuatro cinco seis siete ocho diez
    fait faire font peut peuvent doit doivent avoir être était sera serait aussi très bien mal plus moins toujours jamais
    souvent parfois déjà encore maintenant demain hier environ nouveau nouvelle bon bonne grand grande petit petite chose
    choses exemple question questions idée point partie beaucoup selon ainsi donc alors faut
    hace hacer hacen puede pueden debe deben haber tiene tener está están sería también muy bien mal siempre nunca ya
    ahora hoy mañana ayer aproximadamente nuevo nueva bueno buena grande pequeño cosa cosas ejemplo pregunta idea punto
    parte mucho muchos poco según así entonces unos unas
    場合 方法 以下 以上 現在 必要 可能 今日 明日 昨日 最近 一番 自分 今回 問題 時間
    """.split()
)

# They describe or lead to something, and nobody would search for them alone.
VAGUE = frozenset(
    """
    faster slower higher lower better worse easier harder stronger weaker strongest best worst twice
    unfortunately course sure easy simple simpler complex powerful intended intentional followed follow follows ensure regardless
    consistent consistently current longer necessary necessarily either table page pages section sections chapter documentation
    docs introduction sample samples available possible specific existing corresponding particular particularly additional
    standard honest utilizing utilizes utilize contains contain contained described recorded instructed supplied knows consider
    told states stated actual similar thorough brief overview allowed maximum minimum supported support supports enabled enable
    enables disabled disable expected unexpected affected resulting related relevant general generally common commonly usual
    major minor extra basic recent previous earlier original originally initial initially newly created create creating add adds
    added adding remove removes removed changed changes change apply applies applied set sets setting settings option options
    provide provides provided present require requires required explain explains explained describe describes control treat
    user users file files item items line lines value values way piece amount amounts multiple single combination combinations
    sent display displayed displays view views list lists decide decides choose chosen select selected desired perfect likely
    """.split()
)

# Headings and titles that every note may have: they name no subject.
GENERIC = frozenset(
    """
    usage introduction intro overview summary abstract background notes note references reference links link related
    see also further reading todo todos tasks task examples example basic advanced ideas idea meeting agenda attendees
    participants next steps actions action items misc miscellaneous other details detail info information about contents
    content toc table of log journal daily weekly monthly thoughts questions question open quotes quote highlights sources
    source resources resource conclusion conclusions results result discussion faq appendix changelog history settings
    limitations known issues tips general main more what why how when where who points point key takeaways takeaway list
    thesis essay project research book reading trip visit recipe review work study literature getting started welcome
    reise rezept buch projekt arbeit voyage recette livre projet viaje receta libro proyecto
    inbox untitled new draft ingredients directions instructions preparation steps method home index readme packing plan
    einleitung überblick zusammenfassung notizen notiz quellen links aufgaben aufgabe beispiele beispiel ideen idee
    besprechung tagesordnung teilnehmer nächste schritte sonstiges details fragen frage offene zitate fazit ergebnis
    ergebnisse anhang zutaten zubereitung siehe auch literatur protokoll tagebuch stichpunkte allgemein allgemeines
    résumé introduction aperçu notes sources liens tâches exemples idées réunion ordre jour participants prochaines
    étapes questions ouvertes citations conclusion résultats annexe ingrédients préparation voir aussi divers
    resumen introducción notas fuentes enlaces tareas ejemplos ideas reunión orden asistentes próximos pasos preguntas
    abiertas citas conclusión resultados anexo ingredientes preparación véase otros
    概要 はじめに まとめ メモ 参考 参考文献 リンク タスク 例 質問 疑問 結論 材料 作り方 その他 目次
    january february march april may june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday januar februar märz mai juni juli oktober dezember montag dienstag mittwoch
    donnerstag freitag samstag sonntag
    """.split()
)
