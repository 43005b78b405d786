-- The worth of scores, by the labelled pairs that come with mixhost; written by
-- Benchmarks/matching/calibrate.lua.
return {
  books = {
    source = "book of everyday_pairs.csv", pairs = 378, refused = 0.0031,
    points = {
      { score = 0.6, probability = 0.2381 },
      { score = 0.8472, probability = 0.2381 },
      { score = 0.85, probability = 0.9706 },
      { score = 0.9578, probability = 0.9706 },
      { score = 0.96, probability = 0.9817 },
      { score = 0.9883, probability = 0.9817 },
      { score = 0.9922, probability = 0.9937 },
      { score = 1, probability = 0.9937 },
    },
  },
  tracks = {
    source = "music of everyday_pairs.csv", pairs = 560, refused = 0.0021,
    points = {
      { score = 0.6, probability = 0.1667 },
      { score = 0.79, probability = 0.1667 },
      { score = 0.7991, probability = 0.3182 },
      { score = 0.8536, probability = 0.3182 },
      { score = 0.87, probability = 0.9737 },
      { score = 0.9435, probability = 0.9737 },
      { score = 0.9445, probability = 0.9773 },
      { score = 0.957, probability = 0.9773 },
      { score = 0.9581, probability = 0.9775 },
      { score = 0.975, probability = 0.9775 },
      { score = 0.9756, probability = 0.9783 },
      { score = 0.984, probability = 0.9783 },
      { score = 0.985, probability = 0.9898 },
      { score = 0.9864, probability = 0.9898 },
      { score = 0.99, probability = 0.9922 },
    },
  },
}
