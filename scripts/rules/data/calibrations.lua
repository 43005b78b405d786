-- Probabilities of scores, measured on the labelled pairs of mixhost; written by
-- Benchmarks/matching/calibrate.lua.
return {
  books = {
    source = "book of everyday_pairs.csv and 2 sets of other sites", pairs = 1261, refused = 0.017,
    share = 0.5,
    points = {
      { score = 0.5917, probability = 0.2643 }, { score = 0.8243, probability = 0.2643 },
      { score = 0.8252, probability = 0.3171 }, { score = 0.8472, probability = 0.3171 },
      { score = 0.85, probability = 0.9686 }, { score = 0.9393, probability = 0.9686 },
      { score = 0.94, probability = 0.975 }, { score = 0.9685, probability = 0.975 },
      { score = 0.969, probability = 0.9774 }, { score = 0.9976, probability = 0.9774 },
      { score = 0.9977, probability = 0.9782 }, { score = 0.9989, probability = 0.9782 },
      { score = 0.999, probability = 0.9873 }, { score = 0.9998, probability = 0.9873 },
      { score = 0.9999, probability = 0.997 }, { score = 1, probability = 0.997 },
    },
    refused_by_one = {
      { score = 0.1556, probability = 0.0177 }, { score = 0.3932, probability = 0.0177 },
      { score = 0.3937, probability = 0.0378 }, { score = 0.5417, probability = 0.0378 },
      { score = 0.5548, probability = 0.0459 }, { score = 0.999, probability = 0.0459 },
    },
    refused_by_several = {
      { score = 0, probability = 0.0148 }, { score = 0.04, probability = 0.0148 },
      { score = 0.07, probability = 0.0284 }, { score = 0.3889, probability = 0.0284 },
      { score = 0.39, probability = 0.062 }, { score = 0.4223, probability = 0.062 },
      { score = 0.4369, probability = 0.1072 }, { score = 0.6633, probability = 0.1072 },
    },
  },
  films = {
    source = "pairs made of films.csv", pairs = 2013, refused = 0.0004,
    points = {
      { score = 0.6, probability = 0.0625 }, { score = 0.8333, probability = 0.0625 },
      { score = 0.85, probability = 0.9648 }, { score = 0.9419, probability = 0.9648 },
      { score = 0.9497, probability = 0.9919 }, { score = 0.9847, probability = 0.9919 },
      { score = 0.9919, probability = 0.9932 }, { score = 1, probability = 0.9932 },
    },
  },
  people = {
    source = "pairs made of people.csv and films.csv", pairs = 10104, refused = 0.0001,
    points = {
      { score = 0.33, probability = 0.0252 }, { score = 0.4, probability = 0.0252 },
      { score = 0.5, probability = 0.3762 }, { score = 0.6889, probability = 0.3762 },
      { score = 0.693, probability = 0.7418 }, { score = 0.8333, probability = 0.7418 },
      { score = 0.84, probability = 0.9429 }, { score = 0.8735, probability = 0.9429 },
      { score = 0.874, probability = 0.9522 }, { score = 0.9268, probability = 0.9944 },
      { score = 0.9298, probability = 0.9957 }, { score = 0.9795, probability = 0.9957 },
      { score = 0.999, probability = 0.9968 }, { score = 1, probability = 0.9991 },
    },
  },
  releases = {
    source = "pairs made of albums.csv", pairs = 6384, refused = 0.0001,
    points = {
      { score = 0.3427, probability = 0.0122 }, { score = 0.4837, probability = 0.0122 },
      { score = 0.4865, probability = 0.0125 }, { score = 0.5946, probability = 0.0125 },
      { score = 0.6148, probability = 0.0164 }, { score = 0.6154, probability = 0.0306 },
      { score = 0.6535, probability = 0.0306 }, { score = 0.6726, probability = 0.0375 },
      { score = 0.7072, probability = 0.0375 }, { score = 0.7117, probability = 0.0698 },
      { score = 0.8016, probability = 0.0698 }, { score = 0.802, probability = 0.6305 },
      { score = 0.8515, probability = 0.6305 }, { score = 0.87, probability = 0.9372 },
      { score = 1, probability = 0.9372 },
    },
  },
  tracks = {
    source = "music of everyday_pairs.csv and 2 sets of other sites", pairs = 5938, refused = 0.1159,
    share = 0.5,
    points = {
      { score = 0.4399, probability = 0.6304 }, { score = 0.7837, probability = 0.6304 },
      { score = 0.7864, probability = 0.6468 }, { score = 0.8, probability = 0.6468 },
      { score = 0.8001, probability = 0.7311 }, { score = 0.8676, probability = 0.7311 },
      { score = 0.87, probability = 0.9483 }, { score = 0.909, probability = 0.9483 },
      { score = 0.9317, probability = 0.9847 }, { score = 0.9323, probability = 0.9906 },
      { score = 0.9893, probability = 0.9906 }, { score = 0.9894, probability = 0.9932 },
      { score = 0.9955, probability = 0.9932 }, { score = 0.9956, probability = 0.9977 },
      { score = 1, probability = 0.9977 },
    },
    refused_by_one = {
      { score = 0, probability = 0.0869 }, { score = 0.1294, probability = 0.0869 },
      { score = 0.1323, probability = 0.1386 }, { score = 0.489, probability = 0.1386 },
      { score = 0.49, probability = 0.6043 }, { score = 0.6398, probability = 0.6043 },
      { score = 0.6483, probability = 0.7657 }, { score = 0.999, probability = 0.7657 },
    },
    refused_by_several = {
      { score = 0, probability = 0.0101 }, { score = 0.13, probability = 0.0101 },
      { score = 0.1311, probability = 0.0121 }, { score = 0.2064, probability = 0.0121 },
      { score = 0.209, probability = 0.0834 }, { score = 0.402, probability = 0.0834 },
      { score = 0.4022, probability = 0.2313 }, { score = 0.4983, probability = 0.2313 },
      { score = 0.4995, probability = 0.2819 }, { score = 0.779, probability = 0.2819 },
      { score = 0.7873, probability = 0.4506 }, { score = 0.9073, probability = 0.4506 },
    },
  },
}
