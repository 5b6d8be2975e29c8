"""What a model is asked at each step of a run, and what its answer may become."""
