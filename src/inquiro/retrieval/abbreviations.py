"""Full stops that end no sentence, as data."""

from __future__ import annotations

# Never the end of a sentence, whatever follows.
ALWAYS = """
    lt capt gen col sgt maj cmdr gov sen mt ft
    mr mrs ms dr prof rev hon st messrs mme mlle sr sra srta lic dra dña dn ud uds hr fr frl dipl
    e.g i.e cf vs approx resp incl excl esp et.al viz al
    bzw ca evtl ggf inkl exkl sog vgl z.b d.h u.a i.d.r zzgl ehem geb bspw insb allg
    ej p.ej aprox núm pág págs tel
    p.ex c.-à-d
    """
# Only when a number follows: `No. 5`, but `He said no. Then he left.`
BEFORE_NUMBER = """
    op no nos nr nrn art abs fig figs eq eqs sec ch chap vol p pp s abb tab kap ziff bd jg str vers v ref nº n
    jan feb mar apr jun jul aug sep sept oct nov dec mär okt dez ene abr ago dic janv févr avr juil déc
    """
MONTHS = """
    januar februar märz april mai juni juli august september oktober november dezember jänner jahrhundert
    jahrhunderts jahrtausend weltkrieg auflage klasse stock etage platz lebensjahr bundesliga kapitel semester
    """
ORDINAL_BEFORE = "am im vom zum beim der dem den des die das"
# A capital letter with a full stop is an initial, unless a word follows that opens sentences.
OPENERS = """
    the this that these those it its he she they we you i in on at for from with by as if when while after before
    but and however there here a an our his her their to all some most such since both each
    der die das ein eine er sie es wir ich im in am auf mit für bei nach seit von zu aber und doch dies diese dieser
    el la los las un una en con por para se su al y pero esto esta este como le les des une il elle dans ce cette
    """
