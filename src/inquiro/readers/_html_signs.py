"""Words that name a page's furniture: in class names and ids, and above its boxes in several languages."""

from __future__ import annotations

import itertools
import re
from functools import lru_cache

_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_TALK = frozenset(
    "comment comments commentlist commentform commentsection disqus respond replies pingbacks pingback trackbacks trackback"
    " kommentare kommentar komentar commentaires comentarios commenti".split()
)
# What other pages and programs put there: often more words than the content has.
_FOREIGN = frozenset(
    "related relatedposts recommended recommendations outbrain taboola plista nextstory morelinks gdpr cmpbox onetrust didomi"
    " usercentrics cookiebot cookieconsent cookiebanner".split()
)
# Anywhere in a name.
_NOISE = frozenset(
    "cookie cookies consent gdpr breadcrumb breadcrumbs sidebar newsletter newsletters subscribe subscription share shares"
    " sharing sharebar sharethis shareweb sharedaddy sharetools addthis addtoany social socials socialmedia related"
    " relatedposts promo promos advert adverts advertisement advertising adsense teaser teasers recommend"
    " recommended recommendation recommendations outbrain taboola plista trending widget widgets readnext readmore"
    " morelinks morestories morenews moreposts mostread nextstory nextpost prevnext tagcloud taglist authorbio authorbox"
    " authorinfo aboutauthor sponsor sponsors sponsored donate donation qrcode navbox editsection entryfooter entrymeta postfooter postmeta popup modal overlay"
    " signup skiplink searchform pagination upsell crosspromo relacionadas relacionados tuijian".split()
)
# Two words that say it only together.
_PAIRS = frozenset(
    "side-bar about-author author-bio author-box author-info author-card author-profile more-stories more-news more-posts"
    " more-links most-read most-popular most-viewed read-next read-more read-also up-next next-story next-post prev-next"
    " tag-cloud tag-list post-meta post-footer post-nav post-navigation post-labels post-tags entry-meta entry-footer"
    " entry-tags article-footer article-tags article-share field-tags field-category photo-credits image-credit sign-up skip-link cross-selling"
    " inline-ads interesting-articles site-header site-footer site-nav site-menu main-header main-footer main-nav main-menu page-header"
    " page-footer page-nav page-menu top-nav top-menu top-bar search-form star-rating call-action nav-links".split()
)
# At the beginning or the end of a name.
_EDGE = frozenset(
    "ad ads nav navbar navigation pagination pager skip footer foot menu tags bio login register print copyright disclaimer"
    " toolbar popular powered".split()
)
# These say what a page is about or how it is laid out, not what the element is.
_OF_THE_PAGE = re.compile(r"(?i)(?:tag|category|post_tag|has|no|not|with|without|is|type|format|status)[-_].*|post-\d+")
# Boxes inside a text that belong to it.
_ASIDES = frozenset(
    "admonition callout caution danger endnotes example footnote footnotes hint note notes sidenote tip warning".split()
)
_CAPTIONS = frozenset({"caption", "captions", "bildunterschrift", "legende"})
# What stands between a title and its text.
_INTRODUCTIONS = frozenset(
    "abstract chapeau chapo dek deck entradilla excerpt intro introduction lead lede leadin preamble standfirst"
    " subheadline subtitle summary vorspann".split()
)
_MAIN = re.compile(
    r"(?i)article|(?:article|post|entry|story|blog|news|page|main|single|content)[-_]*(?:body|content|text|inner|main|detail|entry)"
    r"|(?:body|text)[-_]*content|articlebody|storytext|beitrag\w*|artikel\w*|hentry|mw-parser-output"
)
_FEW = r"(?:\s+\S+){0,5}"  # the rest of a label, never a whole sentence
_ABOVE_BOXES = re.compile(
    "|".join(
        (
            # English
            r"(?:more\s+)?related(?:\s+(?:articles?|stories|story|posts?|content|links?|topics?|reading|news|coverage|videos?))?",
            rf"(?:see|read|watch)\s+(?:also|more|next)(?:\s*:.*)?|read\s+further{_FEW}",
            rf"(?:you|we)\s+(?:may|might|could)\s+(?:also\s+)?(?:like|enjoy|be\s+interested){_FEW}",
            rf"(?:more|latest|recent|top|popular|trending|featured)\s+(?:stories|news|posts|articles|headlines|videos){_FEW}",
            r"most\s+(?:read|popular|viewed|shared|commented)|popular|trending(?:\s+(?:now|topics))?|up\s+next|don.t\s+miss",
            r"recommended(?:\s+(?:for\s+you|reading|articles|stories|posts|videos))?",
            rf"share|share\s+(?:this|on|via|it)\b{_FEW}|(?:follow|find|connect\s+with|join)\s+us\b{_FEW}",
            rf"stay\s+(?:up.to.date|informed|connected|in\s+touch)\b{_FEW}|(?:our\s+|free\s+)?newsletters?",
            rf"(?:subscribe|sign\s+up)(?:\s+(?:now|today|here|(?:to|for)\s+(?:our|the|free|email)\b.*newsletter{_FEW}))?",
            r"about\s+the\s+authors?|photo\s+credits?|advertisements?|sponsored(?:\s+(?:content|links|posts?))?",
            r"(?:\d+\s+)?comments?\s+\(?\d+\)?|\d+\s+(?:comments?|replies|responses|kommentare?|commentaires?|comentarios)",
            rf"(?:leave|post|add|write)\s+a\s+(?:reply|comment)\b{_FEW}|join\s+the\s+(?:discussion|conversation)",
            # German
            rf"(?:auch|ebenfalls)\s+interessant{_FEW}|das\s+könnte\s+(?:sie|dich){_FEW}|meistgelesen{_FEW}|zum\s+thema|anzeige",
            rf"(?:mehr|weitere)\s+(?:zum\s+thema|artikel|beiträge|news|nachrichten|links?){_FEW}",
            rf"(?:ähnliche|verwandte|neueste|aktuelle|beliebte)\s+(?:artikel|beiträge|berichte|themen|nachrichten|meldungen){_FEW}",
            r"weiterführende[rn]?\s+(?:links?|informationen|artikel)|lesen\s+sie\s+(?:auch|mehr|hier)\b.*|kunden\s+kauften\s+auch",
            r"(?:jetzt\s+)?teilen|über\s+(?:den\s+autor|die\s+autorin|die\s+autoren)|(?:schreiben?\s+(?:sie\s+)?)?einen\s+kommentar",
            # French, Spanish, Italian, Portuguese
            rf"[àa]\s+lire\s+(?:aussi|également){_FEW}|articles?\s+(?:similaires|liés|connexes|associés)|voir\s+aussi|publicité",
            r"sur\s+le\s+même\s+(?:sujet|thème)|partager(?:\s+(?:sur|cet)\b.*)?",
            rf"(?:noticias|artículos|entradas|contenidos|temas)\s+relacionad[oa]s|[lt]e\s+puede\s+interesar{_FEW}|publicidad",
            r"lo\s+más\s+(?:leído|visto)|compartir(?:\s+en\b.*)?|ver\s+también",
            rf"(?:articoli|notizie)\s+correlat[ie]|(?:leggi|vedi)\s+anche{_FEW}|condividi(?:\s+su\b.*)?|potrebbe\s+interessarti",
            rf"(?:notícias|artigos|matérias)\s+relacionad[oa]s|leia\s+(?:também|mais){_FEW}|veja\s+também{_FEW}|compartilh[ae]r?",
            # Dutch, Scandinavian, Polish, Baltic, Russian, Turkish
            rf"(?:lees|zie)\s+ook{_FEW}|gerelateerde?\s+\S+|läs\s+(?:också|mer|även){_FEW}|l[æe]s\s+også{_FEW}",
            rf"(?:czytaj|zobacz)\s+(?:też|także|również|więcej){_FEW}|powiązane\s+\S+|lasi\s+arī{_FEW}",
            rf"читайте\s+также{_FEW}|(?:похожие|связанные)\s+\S+|по\s+теме|поделиться|ilgili\s+(?:haberler|yazılar)",
            # Chinese, Japanese, Korean, Arabic, Thai, Hindi
            r"相关(?:阅读|新闻|文章|链接|推荐|报道)|推荐阅读|[最]?热(?:门|点)?(?:新闻|文章|推荐)|分享(?:到\S{0,6})?",
            r"関連(?:記事|リンク|ニュース)|あわせて読みたい|관련\s?(?:기사|뉴스)",
            rf"(?:مواضيع|مقالات|أخبار|اخبار)\s+(?:ذات\s+صلة|متعلقة)|اقرأ\s+(?:أيضا|أيضاً|المزيد){_FEW}",
            r"(?:เรื่อง|ข่าว)ที่เกี่ยวข้อง|संबंधित\s+(?:खबरें|समाचार)",
        )
    ),
    re.IGNORECASE,
)

_ABOVE_AUTHORS = re.compile(
    r"(?:about|meet)\s+the\s+(?:author|writer|contributor|speaker)s?|(?:the\s+)?authors?"
    r"|über\s+(?:den\s+autor|die\s+autorin|die\s+autor(?:inn)?en)|(?:der\s+|die\s+)?autor(?:in|en|innen)?|zur\s+person"
    r"|(?:à\s+propos\s+de\s+)?l.auteure?|(?:sobre|acerca\s+de)\s+(?:el|la|o|a|los|os)\s+autor(?:a|es)?|(?:l.)?autore|over\s+de\s+auteur"
    r"|об\s+авторе|著者について|作者简介|关于作者",
    re.IGNORECASE,
)

_SKIPS = re.compile(
    r"(?:(?:skip|jump|go)\s+(?:directly\s+)?to\s+(?:the\s+)?(?:main\s+)?(?:page\s+)?(?:content|navigation|search|menu|footer|text)"
    r"|(?:direkt\s+)?zum\s+(?:haupt)?inhalt(?:\s+springen)?|zur\s+navigation(?:\s+springen)?"
    r"|(?:aller|passer|acc[ée]der)\s+(?:directement\s+)?au\s+contenu(?:\s+principal)?"
    r"|(?:saltar|ir)\s+al\s+contenido(?:\s+principal)?|(?:vai|salta|passa)\s+al\s+contenuto(?:\s+principale)?"
    r"|(?:pular|saltar|ir)\s+para\s+o\s+conte[úu]do(?:\s+principal)?"
    r"|(?:ga\s+)?(?:direct\s+)?naar\s+(?:de\s+)?(?:hoofd)?inhoud|(?:本文|コンテンツ|メインコンテンツ)(?:へ|に)(?:スキップ|移動)"
    r"|back\s+to\s+(?:the\s+)?top|nach\s+oben|retour\s+en\s+haut|volver\s+arriba)",
    re.IGNORECASE,
)
_NOTICES = re.compile(
    r"(?:(?:we|this\s+(?:web\s?)?site|our\s+(?:web\s?)?site)(?:\s+and\s+our\s+partners)?\s+uses?\s+(?:\S+\s+){0,2}cookies\b"
    r"|by\s+(?:using|continuing\s+to\s+(?:use|browse))\s+(?:this|our)\s+(?:web\s?)?site\b"
    r"|(?:wir|diese\s+(?:web)?seite|diese\s+website)\s+(?:verwende[nt]|nutz(?:en|t)|setz(?:en|t))\s+(?:\S+\s+){0,2}cookies\b"
    r"|(?:nous\s+utilisons|ce\s+site\s+utilise)\s+(?:des\s+)?cookies\b"
    r"|(?:utilizamos|usamos|este\s+sitio\s+(?:web\s+)?(?:usa|utiliza)|este\s+site\s+(?:usa|utiliza))\s+cookies\b"
    r"|(?:questo\s+sito|il\s+sito)\s+(?:web\s+)?(?:usa|utilizza)\s+(?:i\s+)?cookie\b"
    r"|(?:wij|we|deze\s+(?:web)?site)\s+(?:gebruiken|gebruikt|maakt\s+gebruik\s+van)\s+cookies\b"
    r"|(?:please\s+)?(?:enable|turn\s+on|activate)\s+javascript\b|javascript\s+(?:is|must\s+be)\s+(?:disabled|enabled)\b"
    r"|your\s+browser\s+(?:does\s+not|doesn.t)\s+support\b|you\s+are\s+using\s+an\s+(?:outdated|unsupported|old)\s+browser\b)",
    re.IGNORECASE,
)


_CREDIT = re.compile(r"(?i)(?<!copyright )(?:©|\(c\))(?!\s*\d{4})")
# In either order: the thing, and what to do with it.
_CALLS = (
    re.compile(r"(?i)\b(?:news\s?letters?|newsletter\w*|e-?mail\s+updates?|rundbrief|infolettre|bolet[ií]n)\b"),
    re.compile(
        r"(?i)\b(?:subscri|sign\s+up|abon|anmeld|inscri|suscr|iscri|assin|prenumer|aanmeld|tilmeld|запис|подпи)"
    ),
)


@lru_cache(maxsize=4096)
def names_talk(name: str) -> bool:
    """Whether a class name or id says that people talk there."""
    return not _OF_THE_PAGE.fullmatch(name) and not _TALK.isdisjoint(_words(name))


@lru_cache(maxsize=4096)
def names_foreign(name: str) -> bool:
    """Whether a class name or id says that the words there are about something else, however many they are."""
    return not _OF_THE_PAGE.fullmatch(name) and not _FOREIGN.isdisjoint(_words(name))


@lru_cache(maxsize=4096)
def names_noise(name: str) -> bool:
    """Whether a class name or id is one of a site's furniture."""
    words = _words(name)
    if not words or _OF_THE_PAGE.fullmatch(name):
        return False
    pairs = {f"{one}-{other}" for one, other in itertools.pairwise(words)}
    return bool(not _NOISE.isdisjoint(words) or not _PAIRS.isdisjoint(pairs) or {words[0], words[-1]} & _EDGE)


@lru_cache(maxsize=4096)
def names_content(name: str) -> bool:
    """Whether a class name or id is one that sites give to their articles."""
    return _MAIN.fullmatch(name) is not None


@lru_cache(maxsize=4096)
def names_aside(name: str) -> bool:
    """Whether a class name is one of notes and warnings that belong to the text."""
    return not _ASIDES.isdisjoint(_words(name))


@lru_cache(maxsize=4096)
def names_introduction(name: str) -> bool:
    """Whether a class name is one of the words that introduce an article."""
    return not _INTRODUCTIONS.isdisjoint(_words(name))


@lru_cache(maxsize=4096)
def names_caption(name: str) -> bool:
    """Whether a class name is one of what stands under a picture."""
    return not _CAPTIONS.isdisjoint(_words(name))


def is_named_after(name: str, heading: str) -> bool:
    """Whether an id is made from the heading: such a name says what a section is about."""
    words = _words(name)
    return bool(words) and set(words) <= set(_words(heading.lower()))


def heads_a_box(label: str) -> bool:
    """Whether a short text stands above links to other pages, calls to share or subscribe, and the like."""
    return _ABOVE_BOXES.fullmatch(label.strip(" :!…>»–-#|¶")) is not None


def heads_author(label: str) -> bool:
    """Whether a short text stands above what is said of those who wrote the page."""
    return _ABOVE_AUTHORS.fullmatch(label.strip(" :!…>»–-#|¶")) is not None


def is_skip_link(label: str) -> bool:
    """Whether a short text only leads about the page."""
    return _SKIPS.fullmatch(label.strip(" .!›»↑↓^\u00a0")) is not None


def is_notice(label: str) -> bool:
    """Whether a short text is what a site says to every visitor: of cookies, scripts and browsers."""
    return _NOTICES.match(label.strip()) is not None


def is_call(label: str) -> bool:
    """Whether a short text asks the reader to subscribe to a newsletter."""
    return all(call.search(label) for call in _CALLS)


def is_credit(label: str) -> bool:
    """Whether a short text says whose a picture is; a year would make it the copyright of a text."""
    return _CREDIT.search(label) is not None


def _words(name: str) -> tuple[str, ...]:
    """Its words; what follows two hyphens is a variant of the thing named before."""
    return tuple(word.lower() for word in _WORDS.findall(name.partition("--")[0]))
