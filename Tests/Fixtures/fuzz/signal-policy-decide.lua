-- Found by tools/fuzz: signal 4.
h.call(1, true, "mix.policy.decide", "fixed", {["now"] = 1, ["failures"] = 1e300})
