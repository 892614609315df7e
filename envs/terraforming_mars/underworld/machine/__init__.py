"""What the operations of Underworld 2 do, one module for each family."""
