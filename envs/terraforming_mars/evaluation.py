from regolith.envs.core.jit import kernel
@kernel
def evaluate(t, s, seat):
    return s.rating[seat] + 0.0
