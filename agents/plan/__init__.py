"""Planning a game alone: `agent` is the player, `lines` weighs plans over re-dealt worlds, `beam` finds them."""
