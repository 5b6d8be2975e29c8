"""Places that hold other places: who is based in Bavaria may be based in Munich."""

from __future__ import annotations

from functools import cache

from inquiro.retrieval.words import fold

_NAMES = """
Afghanistan|Albania|Algeria|Andorra|Angola|Argentina|Armenia|Australia|Austria|Azerbaijan|Bahrain|Bangladesh|Belarus|Belgium|Bolivia|
Bosnia and Herzegovina|Botswana|Brazil|Bulgaria|Cambodia|Cameroon|Canada|Chile|China|Colombia|Costa Rica|Croatia|Cuba|Cyprus|
Czech Republic|Czechia|Denmark|Dominican Republic|Ecuador|Egypt|El Salvador|England|Estonia|Ethiopia|Finland|France|Georgia|Germany|
Ghana|Great Britain|Greece|Guatemala|Honduras|Hungary|Iceland|India|Indonesia|Iran|Iraq|Ireland|Israel|Italy|Jamaica|Japan|Jordan|
Kazakhstan|Kenya|Korea|South Korea|North Korea|Kosovo|Kuwait|Kyrgyzstan|Latvia|Lebanon|Libya|Liechtenstein|Lithuania|Luxembourg|
Malaysia|Malta|Mexico|Moldova|Monaco|Mongolia|Montenegro|Morocco|Mozambique|Myanmar|Namibia|Nepal|Netherlands|New Zealand|
Nicaragua|Nigeria|Northern Ireland|North Macedonia|Norway|Oman|Pakistan|Panama|Paraguay|Peru|Philippines|Poland|Portugal|Qatar|
Romania|Russia|Rwanda|Saudi Arabia|Scotland|Senegal|Serbia|Singapore|Slovakia|Slovenia|Somalia|South Africa|Spain|Sri Lanka|Sudan|
Sweden|Switzerland|Syria|Taiwan|Tanzania|Thailand|Tunisia|Turkey|Uganda|Ukraine|United Arab Emirates|UAE|United Kingdom|UK|
United States|United States of America|USA|US|U.S.|America|Uruguay|Uzbekistan|Venezuela|Vietnam|Wales|Yemen|Zambia|Zimbabwe|
Europe|European Union|EU|Asia|Africa|South America|North America|Latin America|Scandinavia|Middle East|
Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|
Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|
New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|
Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming|Ontario|Quebec|Québec|British Columbia|Alberta|Manitoba|
Saskatchewan|Nova Scotia|New South Wales|Victoria|Queensland|Tasmania|Western Australia|South Australia|Bavaria|Saxony|Hesse|Thuringia|
Lower Saxony|Brandenburg|Baden-Württemberg|North Rhine-Westphalia|Schleswig-Holstein|Saarland|Rhineland-Palatinate|Catalonia|
Andalusia|Galicia|Silicon Valley|Deutschland|Österreich|Schweiz|Frankreich|Italien|Spanien|Polen|Bayern|Sachsen|Hessen|Thüringen|
Niedersachsen|Nordrhein-Westfalen|Rheinland-Pfalz|Vereinigte Staaten|Vereinigtes Königreich|Niederlande|España|Alemania|Francia|
Italia|Suiza|Reino Unido|Estados Unidos|México|Cataluña|Andalucía|Países Bajos
"""


@cache
def _regions() -> frozenset[str]:
    return frozenset(fold(name.strip()) for name in _NAMES.replace("\n", "").split("|"))


def is_region(name: str) -> bool:
    """Whether a name is one of a country, a state or a continent, in English, German or Spanish."""
    return fold(name) in _regions()
