"""The deterministic side of client onboarding: templates, macros, the verb language, LEI rules, reviews and execution."""
