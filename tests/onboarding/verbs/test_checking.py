import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import VerbArgument, VerbSpec
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.verbs.checking import check_program, check_text, leis_of
from inquiro.onboarding.verbs.registry import VerbRegistry, bundled_verbs

LEI = "529900K9B0N5BT694847"
WRONG = "529900K9B0N5BT694848"
FUND = f"""\
(gleif.enrich :lei "{LEI}" :as @apex)
(entity.ensure :entity-type "limited-company" :name "Fund" :jurisdiction "DE" :as @x)
(entity.ensure-limited-company :name "AGI" :lei "OJ2TIQSVQND4IZYYK658" :jurisdiction "DE"
  :registration-number "HRB 9340" :city "Frankfurt" :gleif-status "ACTIVE" :direct-parent-lei "{LEI}" :as @agi)
(cbu.ensure :name "Unit" :jurisdiction "LU" :client-type "fund" :as @cbu)
(cbu.assign-role :cbu-id @cbu :entity-id @x :role "ASSET_OWNER" :ownership-percentage 60)
(cbu.assign-role :cbu-id @cbu :entity-id "{LEI}" :role "MANAGEMENT_COMPANY")
(cbu.role:assign-ownership :owner-entity-id @apex :owned-entity-id @agi :percentage 100.0
  :ownership-type "ACCOUNTING_CONSOLIDATION" :source "GLEIF" :corroboration :fully-corroborated)
(cbu.role:mark-ubo-terminus :entity-id @apex :reason :no-known-person)
(ubo.add-ownership :owner-lei "{LEI}" :owned-entity-name "Fund" :percentage 25 :ownership-type "DIRECT")
(ubo.add-ownership :owner_entity_id @apex :owned_entity_id @agi :percentage 100)
(red-flag.raise :cbu-id @cbu :flag-type "ADVERSE_MEDIA" :severity "HIGH" :description "see it" :as @flag)
(gleif.import-tree :lei "{LEI}" :direction "down" :depth 3 :as @tree)
(gleif.import-tree :entity-id @apex :direction BOTH :max-depth 2)
(gleif.trace-ownership :entity-id @apex :as @chain)
(gleif.get-managed-funds :manager-lei "OJ2TIQSVQND4IZYYK658" :limit 50 :as @funds)
(gleif.search :name "Allianz" :jurisdiction nil)
(entity.set-ubo-terminus :entity-id @agi :terminus-type "PUBLIC_FLOAT" :terminus-entity-id @apex)
(ubo.create :entity-id @agi :name "Jo Doe" :nationality "GB" :ownership "25-50 %" :status "UNVERIFIED")
(entity.set-ubo-terminus :entity-id (gleif.enrich :lei "{LEI}") :reason "listed")
"""


@pytest.fixture(scope="module")
def registry():
    own = VerbSpec(
        name="kyc.visit",
        record="visit",
        yields="record",
        arguments=(
            VerbArgument(name="entity", type="entity", required=True),
            VerbArgument(name="flags", type="list"),
            VerbArgument(name="about"),
            VerbArgument(name="when", type="date"),
            VerbArgument(name="details", type="map"),
            VerbArgument(name="any", type="any"),
        ),
    )
    return VerbRegistry([*bundled_verbs(), own])


def said(text, registry, bound=frozenset()):
    return [str(problem) for problem in check_program(read_program(text), registry, bound)]


def test_programs_as_they_are_written_elsewhere(registry):
    assert said(FUND, registry) == []


@pytest.mark.parametrize(
    "call",
    [
        f'(gleif.enrich :lei "{LEI}" :decision-id "0b8e1a4e-4f0b-4b6b-9df1-0c6f5a3a2b11" :as @a)',
        '(gleif.search :name "A" :category "SOLE_PROPRIETOR" :status "LAPSED" :limit 20)',
        f'(gleif.import-tree :root-lei "{LEI}" :direction "DOWN" :max-depth 3 :create-entities false :decision-id "D")',
        f'(gleif.import-managed-funds :manager-lei "{LEI}" :ultimate-client-lei "{LEI}" :create-cbus true :dry-run true)',
        "(gleif.refresh :stale-days 30 :limit 100)",
        "(gleif.refresh)",
        f'(gleif.get-managed-funds :manager-lei "{LEI}" :resolve-umbrellas true)',
        f'(gleif.get-umbrella :lei "{LEI}") (gleif.get-manager :lei "{LEI}")',
        '(red-flag.raise :case-id "C" :workstream-id "W" :flag-type "PEP" :severity "ESCALATE")',
        '(cbu.role:mark-ubo-terminus :entity-id "A" :reason :state-owned :sovereign "NO")',
    ],
)
def test_arguments_as_they_are_given_elsewhere(call, registry):
    assert said(call, registry) == []


@pytest.mark.fault(43)
@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("(gleif.destroy)", "line 1, column 1", "unknown verb 'gleif.destroy'"),
        (f'\n (gleif.enrch :lei "{LEI}")', "line 2, column 2", "did you mean gleif.enrich"),
        (f'(gleif.enrich :lei "{LEI}" :force true)', "line 1, column 50", "takes no :force; known: :lei, :entity-id"),
        ("(gleif.enrich)", "line 1, column 1", "needs one of :lei, :entity-id"),
        ("(gleif.enrich :lei nil)", "line 1, column 1", "needs one of :lei, :entity-id"),
        ('(gleif.enrich :lei "")', "line 1, column 1", "needs one of :lei, :entity-id"),
        (
            '(gleif.refresh :entity "" :limit 9)',
            "line 1, column 24",
            ":entity is empty, and gleif.refresh without it is",
        ),
        ("(gleif.refresh :lei nil)", "line 1, column 21", "about everything: leave it out"),
        ('(gleif.search :name "x" :category "SHIP")', "line 1, column 35", "is one of GENERAL, FUND"),
        ('(cbu.assign-role :cbu-id "U" :entity-id "E")', "line 1, column 1", "needs :role"),
        ("(gleif.search :name 5)", "line 1, column 21", ":name takes text in quotes, not 5"),
        ('(gleif.search :name "x" :limit "5")', "line 1, column 32", ':limit takes a whole number, not "5"'),
    ],
)
def test_a_verb_that_is_not_there_or_is_called_wrongly_is_found_before_anything_runs(text, place, words, registry):
    (problem,) = said(text, registry)
    assert problem.startswith(f"{place}: ")
    assert words in problem


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ('(ubo.add-ownership :owner "A" :owned "B" :percentage 120)', "line 1, column 54", "0 to 100"),
        ('(gleif.import-tree :entity-id "A" :direction left)', "line 1, column 46", "one of up, down, both, not :left"),
        ('(kyc.visit :entity "A" :when "2024-13-01")', "line 1, column 30", "takes a date"),
        (f'(gleif.enrich :lei "{WRONG}")', "line 1, column 20", "has wrong check digits"),
        ('(gleif.enrich :lei "529900k9b0n5bt694847")', "line 1, column 20", "not all in upper case"),
        ('(gleif.enrich :lei "529900K9BON5BT694847")', "line 1, column 20", "was 529900K9B0N5BT694847 meant?"),
        (f'(gleif.enrich :entity-id "{WRONG}")', "line 1, column 26", "has wrong check digits"),
        ('(entity.ensure-limited-company :name "A" :ultimate-parent-lei "x")', "line 1, column 63", "no valid LEI"),
        ('(kyc.visit :entity "A" :details {:manager {:lei "x"}})', "line 1, column 33", "no valid LEI"),
        ('(ubo.add-ownership :owner "A" :owner-entity-id "B" :owned "C")', "line 1, column 48", "the same as :owner"),
    ],
)
def test_values_that_cannot_be_right(text, place, words, registry):
    (problem,) = said(text, registry)
    assert problem.startswith(f"{place}: ")
    assert words in problem


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            '(cbu.assign-role :cbu-id @unit :entity-id "E" :role "R")',
            ["line 1, column 26: @unit is not bound by any call before this one"],
        ),
        (
            '(cbu.ensure :name "U" :as @unit)\n(cbu.assign-role :cbu-id @unti :entity-id "E" :role "R")',
            ["line 2, column 26: @unti is not bound by any call before this one; did you mean @unit?"],
        ),
        (
            '(cbu.assign-role :cbu-id @u :entity-id "E" :role "R")\n(cbu.ensure :name "U" :as @u)',
            ["line 1, column 26: @u is bound only later, in line 2"],
        ),
        (
            "(gleif.enrich :entity-id @me :as @me)",
            ["line 1, column 26: @me is bound by this very call, and by none before it"],
        ),
        (
            '(cbu.ensure :name "U" :as @u)\n(cbu.ensure :name "V" :as @u)',
            ["line 2, column 1: warning: @u is bound again; uses from here on mean this one"],
        ),
        (
            '(kyc.visit :entity "E" :as @v)\n(kyc.visit :entity @v)',
            ["line 2, column 20: :entity takes an entity, and @v (line 1) is a record"],
        ),
        (
            '(gleif.import-tree :entity-id "E" :as @all)\n(kyc.visit :entity @all)',
            ["line 2, column 20: :entity takes an entity, and @all (line 1) is a list of entities"],
        ),
        (
            '(entity.ensure :name "E" :as @e)\n(gleif.enrich :lei @e)',
            ["line 2, column 20: :lei takes an LEI, and @e (line 1) is an entity"],
        ),
        (
            '(kyc.visit :entity "E" :flags [{:deep @gone}])',
            ["line 1, column 31: @gone is not bound by any call before this one"],
        ),
    ],
)
def test_names(text, problems, registry):
    assert said(text, registry) == problems


def test_names_that_fit(registry):
    text = """\
    (entity.ensure :name "E" :as @e)
    (gleif.import-tree :entity-id @e :as @all)
    (gleif.get-record :entity-id @e :as @value)
    (kyc.visit :entity @e :flags @all :about @e :any @all :as @v)
    (kyc.visit :entity @value :flags [@v @e] :about @v :when @value :details {:x @all})
    """
    assert said(text, registry) == []


def test_names_from_before_may_be_used_and_bound_again(registry):
    assert said("(kyc.visit :entity @old)", registry, {"old"}) == []
    (problem,) = said('(entity.ensure :name "E" :as @old)', registry, {"old"})
    assert problem == "line 1, column 1: warning: @old is bound again; uses from here on mean this one"


def test_a_name_is_what_its_nearest_binding_made(registry):
    text = """\
(kyc.visit :entity @x)
(entity.ensure :name "E" :as @x)
(kyc.visit :entity @x :as @x)
(kyc.visit :entity @x)
(entity.ensure :name "F" :as @x)
(kyc.visit :entity @x)
"""
    assert [one for one in said(text, registry) if "warning" not in one] == [
        "line 1, column 20: @x is bound only later, in line 2",
        "line 4, column 20: :entity takes an entity, and @x (line 3) is a record",
    ]


def test_the_result_of_an_unknown_verb_is_not_complained_about_twice(registry):
    (problem,) = said("(no.such :as @x)\n(kyc.visit :entity @x)", registry)
    assert "unknown verb" in problem


def test_problems_come_in_the_order_of_the_text(registry):
    text = '(a.b :x (c.d))\n(kyc.visit :entity 5 :when "x" :no 1)\n(e.f)'
    places = [(problem.line, problem.column) for problem in check_program(read_program(text), registry)]
    assert places == sorted(places)
    assert len(places) == 6


def test_leis_anywhere_in_the_arguments():
    text = f"""\
    (gleif.enrich :lei "{LEI}")
    (a.b :entity-id "{WRONG}" :text "the LEI {LEI} is quoted" :parent-lei "x" :lei nil)
    (a.c :list ["{LEI}" {{:manager_lei "y" :other "z"}}] :word HWUPKR0MPOU8FGXBT394 :again "{LEI}")
    """
    assert leis_of(read_program(text)) == [
        (LEI, 0),
        (WRONG, 1),
        ("x", 1),
        (LEI, 2),
        ("y", 2),
        ("HWUPKR0MPOU8FGXBT394", 2),
    ]


def test_an_lei_of_digits_alone_is_one_even_as_a_number(registry):
    text = (
        "(entity.ensure :entity-type fund :name x :attributes {:parent-lei %s :count 98450012345678901275 :lei true})"
    )
    calls = read_program(text % "98450012345678901275")
    assert leis_of(calls) == [("98450012345678901275", 0)]
    assert check_program(calls, registry) == []
    (problem,) = check_program(read_program(text % "98450012345678901276"), registry)
    assert "98450012345678901276" in problem.message
    assert "wrong check digits" in problem.message


VALUES = st.sampled_from(
    ["5", '"x"', "@x", "@y", "nil", "true", ":word", "[1 @z]", "{:lei 5}", f'"{LEI}"', f'"{WRONG}"']
)
CALLS = st.builds(
    lambda spec, given, binds: f"({spec.name} {' '.join(f':{n} {v}' for n, v in given.items())} {binds})",
    st.sampled_from(bundled_verbs()),
    st.dictionaries(st.sampled_from(["lei", "entity-id", "name", "role", "cbu-id", "percentage", "odd"]), VALUES),
    st.sampled_from(["", ":as @x", ":as @y"]),
)


@given(calls=st.lists(CALLS, max_size=5))
def test_any_program_can_be_checked(calls, registry):
    for problem in check_program(read_program("\n".join(calls)), registry):
        assert 1 <= problem.line <= len(calls)
        assert problem.column >= 1


def test_a_call_that_cannot_be_read_hides_no_other_problem():
    text = '(cbu.ensure :nme "A")\n(cbu.ensure :name "B" :n 5% :as @b)\n(cbu.assign-role :cbu-id @b :entity-id @c :role IM)\n'
    count, problems = check_text(text, VerbRegistry(bundled_verbs()))
    assert count == 2
    assert [(one.line, one.message.split(";")[0]) for one in problems] == [
        (1, "cbu.ensure needs :name (Name of the unit)"),
        (1, "cbu.ensure takes no :nme"),
        (2, "a share is written without the sign: 5"),
        (3, "@c is not bound by any call before this one"),
    ]


def test_what_a_verb_has_no_argument_for_may_go_into_its_attributes():
    _, (problem,) = check_text('(entity.ensure :name "A" :fund-structure-type "SICAV")', VerbRegistry(bundled_verbs()))
    assert problem.message.endswith("anything else goes into :attributes {:fund-structure-type …}")
