"""This tree against an earlier commit: which is faster, and which plays better. For those who work on the suite, in a git checkout."""
