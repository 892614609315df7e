"""The operations that Underworld 2 brings, in the words that cards write, one module for each family."""
