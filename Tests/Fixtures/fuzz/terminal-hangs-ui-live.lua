-- Found by tools/fuzz: hangs.
h.call(1, true, "mix.ui.live", {h.v.shared_record()})
