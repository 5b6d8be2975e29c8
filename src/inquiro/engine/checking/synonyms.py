"""Words of one meaning, as far as a report uses them for one another: a compact table of our own, and a look-up.

Each line holds words that may stand for each other when a sentence is retold. A word may be on several lines. Opposites
are never on one line, nor are words that claim more than their neighbours (`cause` and `be associated with`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from inquiro.retrieval.words import tokens

_ENGLISH = """
start begin began begun commence launch open initiate onset outset beginning inception
end finish conclude conclusion complete completion cease stop close closure terminate termination over final
depend rely reliance dependent dependency hinge
need require requirement necessary necessitate must mandatory essential needed demand
use utilise utilize employ usage apply application adopt deploy
show demonstrate reveal indicate display exhibit find found finding observe see seen present evidence suggest prove confirm
say state tell report note mention declare announce describe write written explain express remark according
increase rise rose risen grow grew grown growth climb gain raise raised boost enhance elevate elevated expand expansion up higher jump surge widen
decrease fall fell fallen drop decline reduce reduction lower lowered shrink shrank cut diminish lessen down narrow slip less fewer slide dip
large big great huge considerable substantial major sizeable vast extensive
small little minor slight modest tiny limited
many numerous several multiple various lot
fast quick rapid swift speedy quickly rapidly soon immediately immediate promptly once instantly
slow slowly gradual gradually
allow permit enable let may can able possible
forbid prohibit ban disallow prevent bar block
die died death dead fatality fatal kill killed deadly mortality perish victim deceased life lives
hurt injure injury injured wound wounded harm
build built construct construction erect create make made produce production develop development form establish found founded set
change alter modify modification amend adjust shift switch transform convert vary revise revision update
keep retain maintain preserve hold stay remain continue persist
leave left depart quit exit resign step resignation
buy bought purchase acquire acquisition takeover take
sell sold sale
get obtain receive gain earn win won acquire granted
give grant award provide supply offer deliver furnish hand confer
help assist aid support facilitate
begin join enter enrol enroll
choose select pick opt option optional choice elect
reject refuse decline dismiss deny turn
approve approval accept acceptance adopt endorse agree agreement consent
help benefit advantage beneficial advantageous useful favourable favorable
problem difficulty issue trouble challenge obstacle drawback
error mistake fault bug flaw defect wrong incorrect incorrectly improper improperly mishandle
correct right proper properly accurate accurately correctly
important key crucial vital essential critical central main
main chief primary principal major mainly mostly primarily chiefly largely predominantly
common frequent often usual usually typical typically frequently widespread regular regularly
rare seldom infrequent rarely uncommon
new novel recent recently newly fresh latest
old former previous earlier prior ancient past older once formerly
current present today now currently existing
whole entire full total complete overall entirely fully completely
part portion share section piece component proportion percentage fraction
about approximately around roughly some nearly almost circa close
exactly precisely exact precise
show broadcast air aired episode programme program series
film movie picture
book novel volume title work
song track single
child children kid pediatric paediatric infant young youth
woman women female
man men male
doctor physician clinician practitioner gp
nurse nursing
patient patients subject participant
person people individual individuals human inhabitants resident
drug medicine medication medicinal pharmaceutical treatment therapy
treat treatment therapy manage management therapeutic
illness disease disorder sickness condition
operation surgery surgical operative procedure
heart cardiac cardiovascular
stroke cerebrovascular
cancer tumour tumor carcinoma malignancy neoplasm
hospital clinic inpatient hospitalised hospitalized
trial study studies research investigation experiment survey
test examine examination check assess assessment evaluate evaluation investigate investigation analyse analyze analysis
measure measurement gauge reading
result outcome finding consequence effect impact
risk danger hazard likelihood probability chance odds
cause lead result bring produce trigger induce owing due because
reason rationale why motive because ground
method approach technique way procedure means manner
rule regulation provision law act legislation statute
company firm corporation business enterprise group
employee worker staff workforce personnel
money fund funding finance financial cash
cost price expense expensive costly charge fee
income revenue turnover earnings sales
profit gain surplus
pay paid payment remuneration
house home building dwelling residence housing
town city municipality urban place
country nation state national
war battle conflict fighting
attack assault strike raid struck hit
beat defeat win victory victorious triumph
lose lost loss defeat
lead leader leadership head headed led chief director
rule govern reign government
member part belong
place location site venue spot position situated located lie lies
start origin source stem derive
name call named called known title titled term
near close nearby adjacent
far distant remote
high tall
long lengthy length prolonged duration
short brief briefly
year annual annually yearly
daily day everyday
week weekly fortnight
month monthly
hour hourly
later afterwards subsequently after following then thereafter
before prior earlier previously ahead
during throughout amid while
like similar alike same identical equal equivalent comparable likewise equally
different differ difference distinct other another various unlike
separate separately individual apart distinct
together jointly combined joint both
alone solely only single sole
every each all any
without lacking lack absent absence missing no
include contain comprise encompass consist cover feature involve
exclude omit leave except
add addition additional extra further more besides also another plus
remove delete drop strip eliminate discard erase away withdraw withdrawn withdrew
replace substitute supersede instead swap
send transmit pass transfer convey
save store stored keep storage
load open import
run execute execution running operate operation work
call invoke invocation
function method routine procedure
argument parameter
value number figure amount quantity
default standard usual normal
set define specify configure setting configuration definition
file document
page site website
user users people customer client
developer maintainer author programmer
package library module
compatible compatibility supported support
break broken breakage incompatible fail failure crash
avoid prevent circumvent escape avert
protect safeguard guard protection shield
safe secure safety security
dangerous unsafe hazardous risky
publish release issue publication appear published
write author written wrote compose
read reading
propose proposal suggest suggestion recommend recommendation advise advocate
plan intend intention aim goal objective purpose target scheme
hope wish want desire
believe think thought consider regard view deem opinion
know aware knowledge known
learn study
understand grasp comprehension
decide decision determine resolve determination
try attempt effort endeavour
succeed success successful manage achieve accomplish achievement reach attain
fail failure unable unsuccessful
happen occur occurrence take place event incident arise
appear seem look
become turn
move relocate transfer shift
travel journey trip
return back
meet meeting encounter
discuss talk debate negotiate discussion negotiation
argue claim contend maintain assert
criticise criticize critic criticism blame
praise acclaim commend laud admire
attract draw
affect influence impact effect
compare comparison contrast versus against relative
relate relation relationship association associated link linked connection connected correlate correlated correlation tie
predict predictor forecast expect anticipate expectation
improve improvement better enhance ameliorate
worsen deteriorate worse deterioration
strong powerful robust potent
weak feeble poor
easy simple straightforward simpler easily simply
hard difficult tough
clear obvious evident plain apparent clearly
unclear uncertain unknown ambiguous open
enough sufficient adequate suffice
too excessive excess
very highly extremely particularly especially
only merely just exclusively
maximum most utmost limit
minimum least
twice double
young juvenile
born birth
marry married marriage wife husband spouse
teach taught teacher lecture lecturer instruct
student pupil scholar
school college university
career work job occupation profession role post
famous renowned well-known celebrated noted
award prize honour honor
popular widespread liked
free gratis charge
water river lake
car vehicle automobile
ship vessel boat
plane aircraft airplane
train railway rail
road street highway
fire blaze
storm tornado hurricane outbreak
earthquake quake
rain rainfall
weather climate
tree forest
animal creature
phone telephone mobile
computer machine
button key
screen display monitor
list enumerate
answer reply response respond
question query ask
explain account clarify
mean signify imply denote
sign signal indicator symptom
level degree extent
speed pace rate velocity
size dimension extent
weight mass heavy
age aged old
end last final latter eventually finally
first initial initially original originally earliest premier debut
next following subsequent
abandon desert deserted disused
delay postpone late defer adjourn
cancel call off scrap axe
break interrupt interruption pause
damage destroy ruin devastate destruction destructive
repair fix mend restore
search seek look
visit attend attendance
watch view monitor observe
fight combat struggle
share divide split
join unite merge combine
lend loan
owe debt
vote ballot poll
law legal lawful
court judge tribunal
crime offence criminal
police officer
prison jail
army military troops forces soldier
king queen monarch ruler
minister secretary
sport game match
team club side
score point goal
go went gone enter entered travel pass
drop fall decline slip slide
skip skipped miss forgo without
inform notify notice tell
own belong owner property hold
reopen resume restart continue
biggest largest greatest
decade century era period age
stay stood stand remain
employ employee workforce staff worker hire job
immediately once instantly promptly directly
back again return
throughout all entire whole across
exam examination screening test check
register registry record list
resign step leave depart
"""
_OTHER = """
beginnen anfangen starten beginn anfang start
enden aufhören schließen ende schluss abschluss beenden geschlossen gesperrt
steigen zunehmen wachsen erhöhen anstieg zunahme wachstum steigerung stieg gestiegen höher
sinken fallen abnehmen verringern reduzieren rückgang senken sank gesunken zurückgehen senkung niedriger
benötigen brauchen erfordern nötig notwendig erforderlich müssen
nutzen verwenden benutzen einsetzen anwenden nutzung verwendung einsatz
zeigen ergeben belegen feststellen finden nachweisen
groß bedeutend erheblich beträchtlich
klein gering geringfügig
wichtig bedeutend wesentlich zentral
haupt hauptsächlich überwiegend vorwiegend meist
mitarbeiter belegschaft beschäftigte angestellte personal arbeitnehmer
firma unternehmen konzern betrieb
haus gebäude bau
sterben starb gestorben tod tot getötet
geboren geburt welt
bauen errichten errichtet gebaut erbaut bau
gründen gegründet gründung
erlauben dürfen gestatten zulassen erlaubt
verbieten verboten untersagen untersagt
krankheit erkrankung leiden
arzt ärztin mediziner
medikament arznei arzneimittel mittel
verkaufen verkauf verkauft
geschlossen gesperrt schließung sperrung
jahr vorjahr jährlich
dürfen erlaubt kann
betragen beträgt wiegen gewicht wiegt
wahrscheinlich vermutlich wohl
kaufen kauf erwerben übernehmen übernahm übernommen erworben gekauft
geben erhalten bekommen gewähren
ändern änderung verändern wechsel
stadt gemeinde ort kommune
straße weg
zahl anzahl menge
grund ursache wegen weil
ergebnis resultat folge
studie untersuchung forschung
gegen ablehnen ablehnung dagegen
commencer débuter début commencement
finir terminer fin achever
augmenter croître progresser hausse augmentation croissance
baisser diminuer reculer baisse diminution réduire
utiliser employer emploi usage
montrer révéler indiquer démontrer
devoir falloir nécessaire tenu doit
salarié employé personnel emploi poste travailleur
entreprise société groupe
mourir mort décès tué
construire bâtir construction édifier
rendre restituer
ouvrir inaugurer ouverture inauguré
garder conserver
reporter ajourner
partir départ
augmenté progressé accru
baissaient reculé diminué
emploie compte salariés personnes
comenzar empezar iniciar comienzo inicio
terminar acabar finalizar fin
aumentar crecer subir aumento incremento
disminuir bajar caer reducir descenso caída
usar utilizar emplear uso
mostrar revelar indicar demostrar
deber necesitar necesario tener
empresa compañía sociedad firma
trabajador empleado plantilla
morir muerte fallecer
construir edificar levantar
abrir inaugurar
cerrar cerrado
causa debido motivo
producir generar genera produce
estar permanecer permaneció estuvo encontrarse
reducir reduce redujo bajó bajar
"""


@cache
def _groups() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, line in enumerate((_ENGLISH + _OTHER).strip().splitlines()):
        for term in tokens(line):
            found.setdefault(term, set()).add(number)
    return {term: frozenset(numbers) for term, numbers in found.items()}


def meanings(terms: Collection[str]) -> frozenset[int]:
    """The lines that any of the terms stands on."""
    known = _groups()
    return frozenset(number for term in terms for number in known.get(term, ()))


def retold(term: str, held: frozenset[int]) -> bool:
    """Whether a word of the same meaning is held."""
    return not _groups().get(term, frozenset()).isdisjoint(held)


def general(term: str) -> bool:
    """Whether it is a word that reports on anything use."""
    return term in _groups()
