"""What asks for money, a password or consent before it shows anything."""

from __future__ import annotations

from inquiro.providers.pages.signs import Sign, sign

WALLS: tuple[Sign, ...] = (
    sign("paywall", 2, "markup", "declares itself not free", r"\"isaccessibleforfree\"\s*:\s*\"?false"),
    sign(
        "paywall",
        1,
        "markup",
        "paywall container",
        r"(class|id)=[\"'][^\"'<>]{0,200}(paywall|metered-content|piano-offer)",
    ),
    sign(
        "paywall",
        3,
        "text",
        "asks for a subscription to read on",
        r"(subscribe|sign up|register|log ?in|upgrade)( now| today)? to (continue|keep) reading|subscribe to (read|unlock)",
        r"(article|story|content|post|report) is (for|reserved for|available (only )?to|exclusive to|only available to) "
        r"(\w+ ){0,2}(paid |paying )?(subscribers|members)",
        r"subscriber[- ]only (article|content|story)|unlock (this|the full) "
        r"(article|story)|to (read|view) the (full|rest of the|whole) (article|story|text)|you('ve| have) (reached|read|used) "
        r"(your|all|the).{0,30}(free )?articles?|keep reading (with|for)|purchase (access|a subscription) to (read|this)",
        r"(nur|exklusiv) für (\w+[- ])?abonnent|weiterlesen mit|um (den artikel |diesen "
        r"artikel )?weiter ?zu ?lesen|(artikel|inhalt) ist kostenpflichtig",
        r"réservée?s? (aux|à nos) abonnés|il vous reste .{1,12} ?% de (cet article|ce contenu)|(abonnez-vous|s'abonner) pour "
        r"(lire|continuer|poursuivre|accéder)|pour lire la suite",
        r"(exclusivo|solo|sólo|reservado) (para|a) (los )?(suscriptores|abonados)|(suscríbete|suscríbase) para (seguir|leer|"
        r"continuar)|para seguir leyendo",
        r"(有料)?会員限定(です|の?記事)|続きを読むには|有料(会員|記事|プラン)|この記事は.{0,20}会員|残り.{0,8}文字",
    ),
    sign(
        "paywall",
        2,
        "text",
        "sells subscriptions or access",
        r"already a subscriber|(rent|buy|purchase) (this |the )?(article|pdf|access|full text)|subscribe now for",
        r"bereits (abonnent|abonniert)|jetzt (abonnieren|abo abschließen)|déjà abonné|ya (eres|soy|es) suscriptor",
    ),
    sign("login", 1, "markup", "password field", r"<input\b[^<>]{0,400}\btype\s*=\s*[\"']?password"),
    sign(
        "login",
        2,
        "url",
        "address of a log-in page",
        r"[/.](user|account|member)?s?[_-]?(log-?[io]n|sign[-_]?[io]n|sso|auth|authwall|anmelden|connexion)(?=[/?#.]|$)",
    ),
    sign(
        "login",
        2,
        "title",
        "title of a log-in page",
        r"(please )?(member |user |account )?(log|sign)[ -]?(in|on|up)( to .{1,60}| page| required)?|.{1,40} (log|sign)[ -]?in",
        r"(bitte )?(anmelden|einloggen|anmeldung)|(se )?connecter|connexion|s'identifier|identifiez-vous|authentication.*",
        r"iniciar sesión|inicia(r)? (la )?sesión.*|acceder|ログイン.{0,20}|サインイン|create (an |your )?account|registration",
    ),
    sign(
        "login",
        2,
        "text",
        "asks to log in",
        r"(please|you (must|need to|have to)) (log|sign) ?[io]n to|(log|sign) ?in to (continue|view|see|access)",
        r"you (must|need to) be (logged|signed) in|bitte (melden sie sich an|loggen sie sich ein)|anmelden, um",
        r"(connectez-vous pour|veuillez vous (connecter|identifier))|(inicia|inicie) (la )?sesión para|debes? iniciar sesión",
        r"ログイン(してください|が必要)",
    ),
    sign(
        "login",
        1,
        "text",
        "offers to log in",
        r"(log|sign) ?in to your|forgot(ten)? (your )?password|passwort vergessen|mot de passe oublié|identifiez-vous",
        r"(olvidaste|olvidó) (tu|su) contraseña|パスワードをお忘れ",
    ),
    # Consent before content; only what stands in the main text counts, see `classify`.
    sign(
        "cookie_wall",
        3,
        "url",
        "address of a consent page",
        r"//(consent|guce|privacy-gate|cmp)\.|/(collectconsent|consent)\b",
    ),
    sign(
        "cookie_wall",
        3,
        "text",
        "asks for consent before anything else",
        r"before you continue to|(accept|consent to|agree to|enable|allow) (the use of )?(all )?cookies (to|in order to|and) "
        r"(continue|proceed|access|view|read)|(accept|agree) (and|&) (continue|proceed) to",
        r"bevor sie (zu .{1,20} )?(weitergehen|fortfahren)|(mit werbung|kostenlos mit werbung) (weiter|lesen|nutzen)|weiter "
        r"mit werbung|zustimmen und (weiter|fortfahren)|avant d'accéder à|continuer sans accepter",
        r"(accepter|acceptez) (les cookies )?(et|pour) (continuer|accéder)|antes de (ir|continuar) a",
        r"acept(ar|a|e) (las cookies )?(y|para) (continuar|acceder|seguir)",
        r"(cookie|クッキー)(の使用|の利用|を使用|を利用)?.{0,20}(同意して(続|進)|許可してください|受け入れて)",
    ),
    sign(
        "cookie_wall",
        2,
        "text",
        "speaks of cookies and consent",
        r"we (and our|use|value|care about) .{0,60}(cookies|privacy)|our \d* ?(partners|vendors) .{0,60}(cookies|data)",
        r"wir (und unsere|verwenden|nutzen) .{0,60}cookies|(nous|nos partenaires) .{0,60}(cookies|vie privée)",
        r"(nosotros y nuestros socios|utilizamos|usamos) .{0,60}cookies|(cookie|クッキー).{0,30}同意",
    ),
    sign(
        "cookie_wall",
        1,
        "markup",
        "consent platform",
        r"onetrust|didomi|privacy-mgmt|usercentrics|quantcast|trustarc|cookiebot|consentmanager|sourcepoint",
    ),
)
