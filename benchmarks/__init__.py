"""Arena and solo benchmarks: matches, ratings, tables and reports."""
