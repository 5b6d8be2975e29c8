"""Words that say the opposite of each other, once for whoever needs them.

A line is one axis with its two ends. `turn` axes turn a statement round as a `not` would: trees reduce noise, trees increase
it. `other` axes only tell two things apart: the north tower is not the south tower, and both may be red. What is marked
with `~` says the same once its two sides are exchanged: A is larger than B, B is smaller than A.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

_AXES = """
turn~: increase increases increased increasing raise raises raised rise rises rose risen grow grows grew grown climb climbs climbed higher greater larger erhöht erhöhen erhöhte steigt steigen stieg gestiegen steigert steigern wächst wuchs höher größer aumenta aumentan aumentó crece creció mayor mayores sube subió augmente augmentent augmenté supérieur supérieure hausse / decrease decreases decreased decreasing reduce reduces reduced reducing lower lowers lowered fall falls fell fallen drop drops dropped decline declines declined diminish diminishes diminished shrink shrinks shrank shrunk smaller senkt senken senkte sinkt sinken sank gesunken verringert verringern reduziert reduzieren schrumpft schrumpfte niedriger kleiner reducen redujo disminuye disminuyen disminuyó baja bajó menor menores réduit réduisent diminue diminuent diminué baisse inférieur inférieure
turn~: more mehr más plus / less fewer weniger menos moins
turn: safe sicher seguro segura seguros seguras sûr sûre / unsafe dangerous unsicher gefährlich inseguro insegura peligroso peligrosa dangereux dangereuse
turn: effective efficient wirksam eficaz eficaces efectivo efectiva efficace efficaces / ineffective inefficient unwirksam wirkungslos ineficaz ineficaces inefficace inefficaces
turn: legal lawful erlaubt allowed permitted permit allow permitido permitida autorisé autorisée / illegal unlawful verboten banned ban forbid forbidden prohibit prohibited prohibido prohibida interdit interdite
turn: possible able möglich posible / impossible unable unmöglich imposible
turn: improve improves improved verbessert verbessern mejora mejoran mejoró améliore améliorent amélioré / worsen worsens worsened harm harmed damage damaged verschlechtert verschlechtern empeora empeoran aggrave aggravent
turn: necessary required notwendig nötig necesario necesaria nécessaire / unnecessary unneeded unnötig innecesario innecesaria inutile
turn: common frequent often häufig frecuente fréquent fréquente / uncommon rare seldom selten infrecuente raro
turn: likely wahrscheinlich probable / unlikely unwahrscheinlich improbable
turn: harmless unschädlich unbedenklich inofensivo inoffensif / harmful toxic schädlich bedenklich dañino nocivo perjudicial nocif nuisible
turn~: positive positiv positivo positiva positif / negative negativ negativo negativa négatif
turn: positively / negatively
turn: succeed succeeded success successful erfolgreich exitoso / fail failed failure unsuccessful erfolglos fracasado
turn~: faster schneller / slower langsamer
turn: cheaper billiger günstiger / costlier pricier teurer
turn~: cools cool cooled cooling kühlt kühlen / warms warm warmed heats heat heated heating wärmt erwärmt
turn: profitable rentabel rentable / unprofitable unrentabel
turn: healthy gesund saludable / unhealthy ungesund insalubre
turn: stable stabil estable / unstable instabil inestable
turn: available verfügbar disponible / unavailable
turn: related associated linked correlated / unrelated unassociated
turn: accept accepted approve approved adopt adopted pass passed angenommen genehmigt aprobó aprobado approuvé adopté / reject rejected refuse refused deny denied veto vetoed abgelehnt rechazó rechazado rejeté refusé
turn~: win won beat victory gewann gewonnen ganó gagné / lose lost defeated loss verlor verloren perdió perdu
turn: support supported favour favoured favor favored back backed unterstützt apoyó soutient / oppose opposed criticise criticised criticize criticized
turn: guilty convicted schuldig culpable coupable / innocent acquitted unschuldig inocente
turn: confirm confirmed prove proved proven bestätigt confirmó confirmé / refute refuted disprove disproved widerlegt refutó réfuté
turn: protect protects protected schützt protege / endanger endangers endangered gefährdet
other~: gain gained rise rose risen increase increased grow grew grown climb climbed higher / lost lose fall fell fallen decrease decreased shrink shrank drop dropped decline declined reduce reduced lower
other: open opened begin began start started launch launched / close closed end ended stop stopped finish finished abolish abolished dissolve dissolved cease ceased
other~: first / last second third final
other~: best better largest biggest highest longest oldest most maximum / worst worse smallest lowest shortest youngest least minimum
other~: large big major high long old strong / small little minor low short young weak
other~: hot warm warmer heat heats heated heating warms warmed / cold cool cooler cools cooled cooling
other~: buy bought buyer acquire acquired / sell sold seller
other: enter entered join joined arrive arrived / leave quit depart departed resign resigned
other: male man men boy father son brother husband / female woman women girl mother daughter sister wife
other: born birth / died death dead
other: north northern / south southern
other: east eastern / west western
other: public / private
other~: import imported imports / export exported exports
other: add added / remove removed
other: expand expanded extend extended / shorten shortened
other: day / night
other: urban / rural
other~: before / after
other: accept accepted approve approved adopt adopted pass passed clear cleared allow allowed uphold upheld / reject rejected refuse refused decline declined deny denied veto vetoed block blocked overturn overturned strike
other~: win won beat defeat victory / lose lost defeated loss
other: support supported favour favoured favor favored back backed / oppose opposed reject rejected criticise criticised criticize criticized
other: safe harmless / dangerous harmful unsafe toxic
other: confirm confirmed prove proved / refute refuted disprove disproved deny denied
other: protect protected / harm harmed endanger endangered
other~: above over / below under
other~: faster quicker / slower
other~: heavier / lighter
other~: older / younger newer
other~: outperform exceed surpass / underperform lag
other: include included / exclude excluded omit omitted
other: convict convicted / acquit acquitted
other: widen widened / narrow narrowed
other~: inside within / outside beyond
other~: vor bevor / nach nachdem
other~: höher größer stärker / niedriger kleiner schwächer geringer
other: stieg gestiegen steigen wuchs zugenommen / sank gesunken sinken fiel gefallen abgenommen
other: erlaubt / verboten untersagt
other~: avant / après
other: augmenté augmente hausse progressé / diminué diminue baisse reculé
other~: antes / después
other~: más mayor / menos menor
other: aumentó aumenta creció subió / disminuyó disminuye cayó bajó
other: estimó admitió aprobó / desestimó rechazó denegó
"""


class Axis(NamedTuple):
    turns: bool
    one: tuple[str, ...]
    other: tuple[str, ...]
    sided: bool = False  # the opposite of the same said the other way round


@cache
def axes() -> tuple[Axis, ...]:
    """Every axis, its words as they are written."""
    found = []
    for line in _AXES.strip().splitlines():
        kind, _, words = line.partition(":")
        one, other = (tuple(side.split()) for side in words.split("/"))
        found.append(Axis(kind.rstrip("~") == "turn", one, other, kind.endswith("~")))
    return tuple(found)
