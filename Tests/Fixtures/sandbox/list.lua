-- Prints the tricks as JSON.
print(mix.json.encode(require("tricks")))
