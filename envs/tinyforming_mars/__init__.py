"""TINYforming Mars, rulebook v1.0a: two players or solitaire."""
