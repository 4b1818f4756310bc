"""Lists of categories: the top level of NAICS, as the document prints it (Table 2.2), or any list a user gives."""

from typing import Final

NAICS: Final[dict[str, str]] = {
    "11": "Agriculture, Forestry, Fishing and Hunting",
    "21": "Mining",
    "22": "Utilities",
    "23": "Construction",
    "31-33": "Manufacturing",
    "42": "Wholesale Trade",
    "44-45": "Retail Trade",
    "48-49": "Transportation and Warehousing",
    "51": "Information",
    "52": "Finance and Insurance",  # the document prints 51, which is Information's
    "53": "Real Estate and Rental and Leasing",
    "54": "Professional, Scientific and Technical Services",
    "55": "Management of Companies and Enterprises",
    "56": "Administrative and Support and Waste Management and Remediation Services",
    "61": "Educational Services",
    "62": "Health Care and Social Assistance",
    "71": "Arts, Entertainment and Recreation",
    "72": "Accommodation and Food Services",
    "81": "Other Services (except Public Administration)",
    "92": "Public Administration",
    "99": "Unclassified Establishments",
}
UNCLASSIFIED: Final = "99"
