"""The rules of Terraforming Mars, by the parts of the rulebook."""
