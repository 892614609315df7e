"""Arena and solo benchmarks: matches, tables and reports, speed, comparisons with earlier commits."""
