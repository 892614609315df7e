"""Re-dealing the hidden part reaches every deal that fits what was seen."""

from regolith import envs


def test_resampling_reaches_every_order_and_face() -> None:
    state = envs.game("tinyforming_mars").new(seed=3)
    deals = {
        (tuple(r.record.deck_card), tuple(r.record.deck_up)) for r in (state.resample(0, seed) for seed in range(3000))
    }
    hidden = sorted(state.record.deck_card[1 : state.record.unseen])
    assert len(hidden) == 5
    assert {cards[0] for cards, _ in deals} == {state.record.deck_card[0]}
    assert {ups[0] for _, ups in deals} == {state.record.deck_up[0]}
    assert all(sorted(cards[1:6]) == hidden for cards, _ in deals)
    assert {(place, cards[place], ups[place]) for cards, ups in deals for place in range(1, 6)} == {
        (place, card, face) for place in range(1, 6) for card in hidden for face in (0, 1)
    }
    assert len(deals) > 1900  # 3000 draws from 5! * 2**5 = 3840 equally likely deals hit about 2080 of them
