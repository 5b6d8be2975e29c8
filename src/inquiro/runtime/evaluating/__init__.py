"""What evaluations have in common: sets of questions, runs over them, scores, intervals and figures."""
