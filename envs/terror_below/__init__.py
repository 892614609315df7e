"""Terror Below: eggs, bounties and very large worms."""
