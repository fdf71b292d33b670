"""Checks a SCIM server by scim2-tester, as the directory of one organization; prints the findings as JSON."""

import json
import sys

import httpx2
import scim2_tester.filling as filling
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

base, token, domain = sys.argv[1:]
generate = filling.generate_random_value


def within_domain(context, path, **rules):
    """Returns the values of the tester, with addresses at the domain that the organization has proved."""
    value = generate(context, path, **rules)
    name = str(path).lower()
    if name.endswith("username") and isinstance(value, str):
        return f"{value}@{domain}"
    if name.endswith("emails.value") and isinstance(value, str):
        return f"{value.split('@')[0]}@{domain}"
    if name.endswith("emails"):
        for email in value if isinstance(value, list) else [value]:
            if email and email.value:
                email.value = f"{email.value.split('@')[0]}@{domain}"
    return value


for module in list(sys.modules.values()):
    if module.__name__.startswith("scim2_tester") and hasattr(module, "generate_random_value"):
        module.generate_random_value = within_domain
headers = {"Authorization": f"Bearer {token}"}
with httpx2.Client(base_url=base, headers=headers, timeout=60) as http:
    results = check_server(SyncSCIMClient(http))
faults = (Status.DEVIATION, Status.ERROR, Status.CRITICAL)
found = [
    f"{result.title}: {result.reason}" for result in results if result.status in faults
]
print(json.dumps({"checks": len(results), "faults": found}))
