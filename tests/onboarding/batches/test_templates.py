import pytest

from inquiro.onboarding.batches.templates import read_template

SMALL = """\
template: visit-fund
version: "2"
description: Visit each fund.
tags: [visit]
parameters:
  - {name: name, required: true, role_hint: funds}
  - {name: manager, type: object, cardinality: shared}
  - {name: reason, cardinality: shared, default: yearly, role_hint: Manco}
key: "{{name}}"
title: "Visit {{name}}"
roles:
  rows: [sub_funds]
  shared: {manager: [management_companies, investment-manager]}
verbs: |
  (entity.ensure :name "{{name}}" :as @fund)
"""


def test_a_template_as_it_is_written():
    template, problems = read_template(SMALL)
    assert problems == []
    assert (template.name, template.version, template.title) == ("visit-fund", "2", "Visit {{name}}")
    assert [parameter.name for parameter in template.parameters] == ["name", "manager", "reason"]
    assert template.shared == ("manager", "reason")
    assert template.row_roles == ("SUB_FUND", "FUND")
    assert template.shared_roles == {
        "manager": ("MANAGEMENT_COMPANY", "INVESTMENT_MANAGER"),
        "reason": ("MANAGEMENT_COMPANY",),
    }


def test_other_names_for_the_same_fields():
    template, problems = read_template("name: x\nbody: (cbu.ensure :name {{name}})\n")
    assert problems == []
    assert (template.name, template.version, template.key) == ("x", "1", "")


def test_a_template_may_be_wrapped():
    template, problems = read_template("template:\n  name: x\n  verbs: (cbu.ensure :name {{name}})\n")
    assert problems == []
    assert template.name == "x"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("[]", 1, "has to be a map"),
        ("verbs: (cbu.ensure :name {{name}})", 1, "has no name"),
        ("template: x", 1, "without 'verbs'"),
        ("template: x\nverbs: ''", 2, "without 'verbs'"),
        ("template: x\nverbs: (cbu.ensure :name {{name)", 2, ""),
        ("template: x\nverbs: |\n  ; one\n  {{#if a}}\n", 4, ""),
        ("template: x\nverbs: |\n  ; one\n  (cbu.ensrue :name {{name}})\n", 4, "unknown verb"),
        ("template: x\nverbs: |\n  (cbu.ensure :nmae {{name}})\n", 3, "takes no :nmae"),
        ("template: x\nkey: '{{> partial}}'\nverbs: (cbu.ensure :name {{name}})", 2, ""),
        (
            "template: x\nparameters:\n  - {name: a, cardinality: many}\nverbs: (cbu.ensure :name {{a}})",
            3,
            "batch, shared",
        ),
        ("template: x\nparameters:\n  - {name: a, type: colour}\nverbs: (cbu.ensure :name {{a}})", 3, "unknown type"),
        ("template: x\nroles: {shared: {boss: MANAGER}}\nverbs: (cbu.ensure :name {{a}})", 2, "no parameter 'boss'"),
        ("template: x\nbody: (a.b)\nverbs: (cbu.ensure :name {{a}})", 2, "says the same"),
        ("template: x\nversoin: '1'\nverbs: (cbu.ensure :name {{a}})", 2, "did you mean 'version'"),
        ("template: x\nverbs: !!python/object:os.system x", 2, "tag"),
    ],
)
def test_each_mistake_has_its_line(text, line, words):
    template, problems = read_template(text)
    assert template is None
    errors = [problem for problem in problems if problem.severity == "error"]
    assert line in [problem.line for problem in errors]
    assert any(words in problem.message for problem in errors)


def test_a_number_is_taken_as_a_version_with_a_word_of_warning():
    template, problems = read_template("template: x\nversion: 1.10\nverbs: (cbu.ensure :name {{a}})")
    assert template.version == "1.10"
    assert [problem.severity for problem in problems] == ["warning"]


def test_verbs_of_the_users_own_are_known(tmp_path):
    (tmp_path / "own.yaml").write_text("verbs:\n  kyc.visit: {record: visit, arguments: {who: string}}\n")
    text = "template: x\nverbs: (kyc.visit :who {{name}})"
    assert read_template(text).template is None
    assert read_template(text, verb_folders=[tmp_path]).template is not None


@pytest.mark.parametrize(
    "text",
    [
        "batch: {name: t, params: {n: {type: string}}, key: [n], suggested_verbs: '(cbu.ensure :name \"{{n}}\")'}",
        'name: t\nparameters: [{name: n}]\nkey: [n]\ntemplate: (cbu.ensure :name "{{n}}")\n',
    ],
)
def test_other_words_for_the_same(text):
    template, problems = read_template(text)
    assert problems == []
    assert template is not None
    assert (template.name, template.key, template.verbs) == ("t", "{{[n]}}", '(cbu.ensure :name "{{n}}")')
    assert [parameter.name for parameter in template.parameters] == ["n"]


def test_roles_may_be_a_list_of_those_that_make_rows():
    template, problems = read_template("template: t\nverbs: (cbu.ensure :name x)\nroles: [Fund, sub fund]\n")
    assert problems == []
    assert template is not None
    assert template.row_roles == ("FUND", "SUB_FUND")
