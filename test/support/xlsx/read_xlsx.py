"""Prints the sheets of an XLSX file as JSON: each cell as [type, value, number format]; type "f" is a formula, "s" a text, "n" a number, "d" a time."""

import json
import sys

import openpyxl


def value_of(cell):
    return cell.value.isoformat() if hasattr(cell.value, "isoformat") else cell.value


book = openpyxl.load_workbook(sys.argv[1])
sheets = [
    {"title": sheet.title, "rows": [[[c.data_type, value_of(c), c.number_format] for c in row] for row in sheet.iter_rows()]}
    for sheet in book
]
json.dump(sheets, sys.stdout)
