print("mixhost screen gallery/kinds")
