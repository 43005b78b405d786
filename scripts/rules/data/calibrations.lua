-- Probabilities of scores, measured on the labelled pairs of mixhost; written by
-- Benchmarks/matching/calibrate.lua.
return {
  books = {
    source = "book of everyday_pairs.csv and 2 sets of other sites", pairs = 1261, refused = 0.0159,
    share = 0.5,
    points = {
      { score = 0.5917, probability = 0.2306 }, { score = 0.8167, probability = 0.2306 },
      { score = 0.8252, probability = 0.5568 }, { score = 0.8472, probability = 0.5568 },
      { score = 0.85, probability = 0.9689 }, { score = 0.9393, probability = 0.9689 },
      { score = 0.94, probability = 0.975 }, { score = 0.9685, probability = 0.975 },
      { score = 0.969, probability = 0.9757 }, { score = 0.9963, probability = 0.9757 },
      { score = 0.9966, probability = 0.9763 }, { score = 0.9976, probability = 0.9763 },
      { score = 0.9977, probability = 0.9909 }, { score = 0.9998, probability = 0.9909 },
      { score = 0.9999, probability = 0.997 }, { score = 1, probability = 0.997 },
    },
    refused_by_one = {
      { score = 0.1556, probability = 0.0154 }, { score = 0.3932, probability = 0.0154 },
      { score = 0.394, probability = 0.0375 }, { score = 0.466, probability = 0.0375 },
      { score = 0.5548, probability = 0.0442 }, { score = 0.999, probability = 0.0442 },
    },
    refused_by_several = {
      { score = 0, probability = 0.0148 }, { score = 0.04, probability = 0.0148 },
      { score = 0.07, probability = 0.029 }, { score = 0.3889, probability = 0.029 },
      { score = 0.39, probability = 0.0559 }, { score = 0.4223, probability = 0.0559 },
      { score = 0.4369, probability = 0.113 }, { score = 0.6605, probability = 0.113 },
    },
  },
  films = {
    source = "pairs made of films.csv", pairs = 2013, refused = 0.0004,
    points = {
      { score = 0.6, probability = 0.15 }, { score = 0.8333, probability = 0.15 },
      { score = 0.85, probability = 0.9783 }, { score = 0.9419, probability = 0.9783 },
      { score = 0.949, probability = 0.9921 }, { score = 0.9847, probability = 0.9921 },
      { score = 0.999, probability = 0.9932 }, { score = 1, probability = 0.9932 },
    },
  },
  people = {
    source = "pairs made of people.csv and films.csv", pairs = 10104, refused = 0.0001,
    points = {
      { score = 0.33, probability = 0.0251 }, { score = 0.435, probability = 0.0251 },
      { score = 0.5, probability = 0.3818 }, { score = 0.6889, probability = 0.3818 },
      { score = 0.6995, probability = 0.7362 }, { score = 0.8333, probability = 0.7362 },
      { score = 0.84, probability = 0.8803 }, { score = 0.8535, probability = 0.8803 },
      { score = 0.8556, probability = 0.9517 }, { score = 0.874, probability = 0.9517 },
      { score = 0.9268, probability = 0.9944 }, { score = 0.9298, probability = 0.9957 },
      { score = 0.9795, probability = 0.9957 }, { score = 0.999, probability = 0.9967 },
      { score = 1, probability = 0.9991 },
    },
  },
  releases = {
    source = "pairs made of albums.csv", pairs = 6384, refused = 0.0001,
    points = {
      { score = 0.3427, probability = 0.011 }, { score = 0.6148, probability = 0.011 },
      { score = 0.6154, probability = 0.0114 }, { score = 0.7748, probability = 0.0114 },
      { score = 0.7863, probability = 0.378 }, { score = 0.8198, probability = 0.378 },
      { score = 0.8291, probability = 0.5911 }, { score = 0.8515, probability = 0.5911 },
      { score = 0.87, probability = 0.9356 }, { score = 1, probability = 0.9356 },
    },
  },
  tracks = {
    source = "music of everyday_pairs.csv and 2 sets of other sites", pairs = 5946, refused = 0.1142,
    share = 0.5,
    points = {
      { score = 0.4399, probability = 0.6091 }, { score = 0.7883, probability = 0.6091 },
      { score = 0.7887, probability = 0.6768 }, { score = 0.8375, probability = 0.6768 },
      { score = 0.839, probability = 0.7213 }, { score = 0.868, probability = 0.7213 },
      { score = 0.87, probability = 0.9491 }, { score = 0.9074, probability = 0.9491 },
      { score = 0.9077, probability = 0.9848 }, { score = 0.9407, probability = 0.9848 },
      { score = 0.9892, probability = 0.9904 }, { score = 0.9893, probability = 0.994 },
      { score = 0.9951, probability = 0.994 }, { score = 0.9952, probability = 0.9967 },
      { score = 1, probability = 0.9967 },
    },
    refused_by_one = {
      { score = 0, probability = 0.0861 }, { score = 0.1294, probability = 0.0861 },
      { score = 0.1323, probability = 0.1167 }, { score = 0.2034, probability = 0.1167 },
      { score = 0.2072, probability = 0.1319 }, { score = 0.459, probability = 0.1319 },
      { score = 0.4667, probability = 0.3612 }, { score = 0.5146, probability = 0.3612 },
      { score = 0.5165, probability = 0.5234 }, { score = 0.6262, probability = 0.5234 },
      { score = 0.628, probability = 0.7525 }, { score = 0.999, probability = 0.7525 },
    },
    refused_by_several = {
      { score = 0, probability = 0.0109 }, { score = 0.2477, probability = 0.0109 },
      { score = 0.2488, probability = 0.0849 }, { score = 0.4031, probability = 0.0849 },
      { score = 0.4039, probability = 0.236 }, { score = 0.4933, probability = 0.236 },
      { score = 0.4937, probability = 0.2919 }, { score = 0.7217, probability = 0.2919 },
      { score = 0.7288, probability = 0.3312 }, { score = 0.8823, probability = 0.3312 },
    },
  },
}
