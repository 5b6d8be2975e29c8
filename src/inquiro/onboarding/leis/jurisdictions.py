"""Whether two ways to name a country or a part of one mean the same place."""

from __future__ import annotations

import re
import unicodedata

_NAMES = """
AD Andorra|AE United Arab Emirates, UAE|AF Afghanistan|AG Antigua and Barbuda|AI Anguilla|AL Albania|AM Armenia
AO Angola|AR Argentina|AT Austria, Österreich|AU Australia|AW Aruba|AZ Azerbaijan|BA Bosnia and Herzegovina|BB Barbados
BD Bangladesh|BE Belgium|BF Burkina Faso|BG Bulgaria|BH Bahrain|BI Burundi|BJ Benin|BM Bermuda|BN Brunei|BO Bolivia
BR Brazil|BS Bahamas|BT Bhutan|BW Botswana|BY Belarus|BZ Belize|CA Canada|CD Democratic Republic of the Congo
CG Congo|CH Switzerland, Schweiz|CI Ivory Coast, Cote d'Ivoire|CL Chile|CM Cameroon|CN China, PRC|CO Colombia
CR Costa Rica|CU Cuba|CV Cape Verde|CW Curacao|CY Cyprus|CZ Czech Republic, Czechia|DE Germany, Deutschland, GER
DK Denmark|DM Dominica|DO Dominican Republic|DZ Algeria|EC Ecuador|EE Estonia|EG Egypt|ES Spain, España|ET Ethiopia
FI Finland|FJ Fiji|FO Faroe Islands|FR France|GA Gabon|GB United Kingdom, UK, Great Britain, England, Scotland, Wales
GD Grenada|GE Georgia|GG Guernsey|GH Ghana|GI Gibraltar|GL Greenland|GM Gambia|GR Greece|GT Guatemala|GY Guyana
HK Hong Kong|HN Honduras|HR Croatia|HT Haiti|HU Hungary|ID Indonesia|IE Ireland, Republic of Ireland|IL Israel
IM Isle of Man|IN India|IQ Iraq|IR Iran|IS Iceland|IT Italy, Italia|JE Jersey|JM Jamaica|JO Jordan|JP Japan|KE Kenya
KG Kyrgyzstan|KH Cambodia|KN Saint Kitts and Nevis|KR South Korea, Korea, Republic of Korea|KW Kuwait
KY Cayman Islands|KZ Kazakhstan|LA Laos|LB Lebanon|LC Saint Lucia|LI Liechtenstein|LK Sri Lanka|LR Liberia
LT Lithuania|LU Luxembourg, Luxemburg, Grand Duchy of Luxembourg|LV Latvia|LY Libya|MA Morocco|MC Monaco|MD Moldova
ME Montenegro|MG Madagascar|MH Marshall Islands|MK North Macedonia|ML Mali|MM Myanmar|MN Mongolia|MO Macau, Macao
MR Mauritania|MT Malta|MU Mauritius|MV Maldives|MW Malawi|MX Mexico|MY Malaysia|MZ Mozambique|NA Namibia|NE Niger
NG Nigeria|NI Nicaragua|NL Netherlands, The Netherlands, Holland|NO Norway|NP Nepal|NZ New Zealand|OM Oman|PA Panama
PE Peru|PG Papua New Guinea|PH Philippines|PK Pakistan|PL Poland|PR Puerto Rico|PS Palestine|PT Portugal|PY Paraguay
QA Qatar|RO Romania|RS Serbia|RU Russia, Russian Federation|RW Rwanda|SA Saudi Arabia|SC Seychelles|SD Sudan|SE Sweden
SG Singapore|SI Slovenia|SK Slovakia, Slovak Republic|SL Sierra Leone|SM San Marino|SN Senegal|SO Somalia|SR Suriname
SV El Salvador|SY Syria|SZ Eswatini|TC Turks and Caicos Islands|TG Togo|TH Thailand|TJ Tajikistan|TM Turkmenistan
TN Tunisia|TR Turkey, Türkiye, Turkiye|TT Trinidad and Tobago|TW Taiwan|TZ Tanzania|UA Ukraine|UG Uganda
US United States, USA, United States of America, U.S., America|UY Uruguay|UZ Uzbekistan|VA Vatican City
VC Saint Vincent and the Grenadines|VE Venezuela|VG British Virgin Islands, BVI|VI US Virgin Islands
VN Vietnam, Viet Nam|VU Vanuatu|WS Samoa|YE Yemen|ZA South Africa|ZM Zambia|ZW Zimbabwe
"""
_STATES = """
AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware
DC District of Columbia|FL Florida|GA Georgia USA|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas
KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri
MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina
ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota
TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming
"""
_CODE = re.compile(r"([a-z]{2})(?:[-_/ ]([a-z0-9]{1,3}))?")


def same_place(researched: str, register: str) -> bool:
    """What is not said fits everything; a country fits every part of it, and a part its country."""
    if not researched.strip() or not register.strip():
        return True
    one, other = place_code(researched), place_code(register)
    if not one or not other:
        return _folded(researched) == _folded(register)
    return one == other or (one[:2] == other[:2] and (len(one) == 2 or len(other) == 2))


def place_code(text: str) -> str:
    """DE, US-DE; empty for a place that is not known by that name."""
    folded = _folded(text)
    if code := _CODES.get(folded):
        return code
    if found := _CODE.fullmatch(text.strip().casefold()):
        return "-".join(part.upper() for part in found.groups() if part)
    parts = [part.strip() for part in re.split(r"[,(]", text) if part.strip(" )")]
    last = _CODES.get(_folded(parts[-1])) if len(parts) > 1 else None  # Munich, Germany
    first = _CODES.get(_folded(parts[0])) if len(parts) > 1 else None  # Delaware, USA
    return first if first and last and first.startswith(last) else last or first or ""


def _folded(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(char for char in bare if not unicodedata.combining(char))
    return " ".join("".join(char if char.isalnum() else " " for char in kept.replace(".", "")).split())


def _table(text: str, prefix: str = "") -> dict[str, str]:
    entries = (entry for line in text.strip().splitlines() for entry in line.split("|"))
    split = (entry.partition(" ") for entry in entries)
    return {_folded(name): prefix + code for code, _, names in split for name in names.split(",")}


_CODES = _table(_STATES, "US-") | _table(_NAMES)
