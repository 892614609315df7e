"""What the operations of Underworld 2 do, family by family."""
