-- What scores are worth, by the labelled pairs that come with mixhost; written by
-- Benchmarks/matching/calibrate.lua.
return {
  books = {
    source = "book of everyday_pairs.csv", pairs = 426, refused = 0.0897,
    points = {
      { score = 0.6, probability = 0.28 },
      { score = 0.8472, probability = 0.28 },
      { score = 0.85, probability = 0.9063 },
      { score = 0.9572, probability = 0.9063 },
      { score = 0.9578, probability = 0.9451 },
      { score = 0.9817, probability = 0.9451 },
      { score = 0.9844, probability = 0.9722 },
      { score = 0.9878, probability = 0.9737 },
      { score = 0.9883, probability = 0.9737 },
      { score = 0.9922, probability = 0.9815 },
      { score = 1, probability = 0.9815 },
    },
  },
  tracks = {
    source = "music of everyday_pairs.csv", pairs = 652, refused = 0.0651,
    points = {
      { score = 0.6, probability = 0.3235 },
      { score = 0.8536, probability = 0.3235 },
      { score = 0.87, probability = 0.8571 },
      { score = 0.936, probability = 0.8571 },
      { score = 0.94, probability = 0.9217 },
      { score = 0.97, probability = 0.9217 },
      { score = 0.9714, probability = 0.9309 },
      { score = 0.9864, probability = 0.9309 },
      { score = 0.99, probability = 0.9773 },
    },
  },
}
