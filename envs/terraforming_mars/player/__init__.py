"""What the greedy player likes."""
