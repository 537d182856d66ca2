import csv

with open("quarter.csv") as f:
    sales = {row["region"]: int(row["sales"]) for row in csv.DictReader(f)}

for region, amount in sales.items():
    print(f"{region:<8}{'#' * (amount // 20000)}")
