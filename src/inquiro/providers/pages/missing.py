"""Pages that say they are not there, and errors that come with a status of success."""

from __future__ import annotations

from inquiro.providers.pages.signs import Sign, sign

MISSING: tuple[Sign, ...] = (
    sign(
        "soft_404",
        2,
        "title",
        "title of a missing page",
        r"(error )?404\b.{0,60}|.{0,40}\b404( error)?|(the |this |sorry,? )*(page|article|document|content|file|story|url|item|"
        r"product|site|post)( you .{1,40})? (was |is |could |has |cannot be |can't be |can not be )*(not |no longer )?(be )?"
        r"(found|available|exists?|missing|gone|removed)\W*.{0,30}|not found|oops.{0,60}",
        r"(diese )?seite (wurde )?(leider )?nicht (gefunden|vorhanden|verfügbar).{0,20}|fehler 404.*|nicht gefunden",
        r"(cette )?page (non trouvée|introuvable|inexistante).{0,20}|erreur 404.*|p[áa]gina no (encontrada|existe|disponible)"
        r".{0,20}|(お探しの)?ページ(が|は)(見つかりません|存在しません).{0,20}|页面(不存在|未找到)|страница не найдена",
    ),
    sign(
        "soft_404",
        2,
        "text",
        "says that the page is missing",
        r"(page|article|document|content|file|story|url|item|product|site|link|address)( that)?( you('re| are| have|'ve)?| was)? "
        r"?(\w+ ){0,6}(could not be|couldn't be|cannot be|can't be|was not|wasn't|not|is no longer|no longer|does not|doesn't|"
        r"has been|may have been|might have been) (found|located|available|exists?|moved|removed|deleted)",
        r"(we|i) (can't|cannot|could not|couldn't|can not) (seem to )?find (the|that|this|what)|no longer available on",
        r"seite (\w+ ){0,5}(konnte )?(leider )?nicht (gefunden|vorhanden|verfügbar)|existiert (leider )?nicht( mehr)?",
        r"page (que vous \w+ )?(\w+ ){0,4}(n'existe (pas|plus)|est introuvable|n'a pas été trouvée)|introuvable",
        r"p[áa]gina (que \w+ )?(\w+ ){0,4}no (existe|se (ha )?(encuentra|encontró|encontrado)|está disponible)",
        r"ページ(が|は)(見つかり|見つける|存在し)|(削除|移動)され(た|て)(可能性|いる)",
    ),
    sign(
        "error",
        3,
        "text",
        "is a server's error message",
        r"error establishing a database connection|fatal error: uncaught",
    ),
    sign(
        "error",
        3,
        "title",
        "title of a server error",
        r"(error )?5\d\d\b.{0,60}|(internal )?server error.{0,20}|bad gateway|gateway time-?out|service (temporarily )?"
        r"unavailable|database error|.{0,20}application error|too many requests|429\b.{0,40}|400 bad request",
        r"(site )?(under|down for|scheduled) maintenance|wartungsarbeiten|(site )?en maintenance|en mantenimiento|メンテナンス中",
    ),
    sign(
        "error",
        2,
        "text",
        "reports an error",
        r"(server|service) (is )?(temporarily |currently )?(unavailable|overloaded)|encountered an (internal|unexpected) error",
        r"too many requests|rate (limit )?exceeded|(down|closed) for (scheduled )?maintenance|unable to complete your request",
        r"(server|dienst) ist (zurzeit|derzeit|momentan) nicht|erreur interne|error interno|メンテナンスのため",
    ),
)
