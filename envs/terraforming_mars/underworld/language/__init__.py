"""The operations that Underworld 2 brings, family by family, in the words that cards write."""
