return { view = function(state) return {"page", {"text", state.x.y}} end }
