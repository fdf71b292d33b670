#!/usr/bin/env bash
# Makes a whole deal with two keys, by curl and jq: deal.sh TABLE.csv DIRECTORY
set -euo pipefail
table=$1 directory=$2

# call KEY METHOD PATH [BODY]: each change has a key of its own, by which a repetition has no second effect.
call() {
  local id; id=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  local more=(); [ $# -lt 4 ] || more=(-d "$4")
  case "$2 $3" in GET*|*/link) ;; *) more+=(-H "Idempotency-Key: $id") ;; esac
  curl -sS --fail-with-body --retry 5 -X "$2" "$SEMBLANCE_URL/api$3" \
    -H "Authorization: Bearer $1" -H 'Content-Type: application/json' "${more[@]}"
}
# wait_for KEY PATH STATUS: reads until the status is reached.
wait_for() { until [ "$(call "$1" GET "$2" | jq -r .status)" = "$3" ]; do sleep 1; done; }

accepted=$(call "$CLIENT_KEY" GET /legal | jq -c '.items | map({(.document): .version}) | add')

dpr=$(call "$CLIENT_KEY" POST /dprs '{ "title": "Customers", "category": "retail",
  "description": "Customers with age and income", "useCase": "Forecasts", "complianceRequirements": "GDPR",
  "contacts": "data@example.com", "deliveryFormat": "csv", "budgetMinCents": "100000",
  "budgetMaxCents": "200000", "timelineDays": 14, "minAccuracyPercent": null }' | jq -r .id)
offer=$(call "$VENDOR_KEY" POST /offers "{ \"dprId\": \"$dpr\", \"priceCents\": \"150000\", \"timelineDays\": 10,
  \"minAccuracyPercent\": null, \"description\": \"Our own panel\", \"accepted\": $accepted }" | jq -r .id)
contract=$(call "$CLIENT_KEY" POST "/offers/$offer/accept" '{ "revision": 1 }' | jq -r .contractId)
call "$CLIENT_KEY" POST "/offers/$offer/fund" "{ \"accepted\": $accepted, \"bankAccount\": {
  \"accountNumber\": \"000123456789\", \"routingNumber\": \"021000021\", \"accountHolderName\": \"Example\",
  \"bankName\": \"First Bank\" } }" > /dev/null
wait_for "$CLIENT_KEY" "/contracts/$contract" in_progress

tus=(-sS --fail-with-body -H "Authorization: Bearer $VENDOR_KEY" -H 'Tus-Resumable: 1.0.0')
about="contractId $(printf %s "$contract" | base64),filename $(basename "$table" | tr -d '\n' | base64)"
upload=$(curl "${tus[@]}" -X POST "$SEMBLANCE_URL/api/uploads" -H "Upload-Length: $(wc -c < "$table" | tr -d ' ')" \
  -H "Upload-Metadata: $about" -D - -o /dev/null | tr -d '\r' | sed -n 's/^[Ll]ocation: .*\///p')
curl "${tus[@]}" -X PATCH "$SEMBLANCE_URL/api/uploads/$upload" -H 'Upload-Offset: 0' \
  -H 'Content-Type: application/offset+octet-stream' -T "$table"
sum=$(sha256sum "$table" | cut -d ' ' -f 1)
call "$VENDOR_KEY" POST "/contracts/$contract/delivery/inspection" \
  "{ \"checksums\": [{ \"uploadId\": \"$upload\", \"sha256\": \"$sum\" }] }" > /dev/null
wait_for "$VENDOR_KEY" "/contracts/$contract/delivery" review
call "$VENDOR_KEY" POST "/contracts/$contract/delivery" '{}' > /dev/null
wait_for "$CLIENT_KEY" "/contracts/$contract" pending_review

call "$CLIENT_KEY" GET "/dprs/$dpr/dataset" | jq -r '.files[] | "\(.id) \(.sha256) \(.name)"' |
  while read -r id sha256 name; do
    curl -sS --fail-with-body "$(call "$CLIENT_KEY" POST "/files/$id/link" | jq -r .url)" -o "$directory/$name"
    echo "$sha256  $directory/$name" | sha256sum --check --quiet
  done
call "$CLIENT_KEY" POST "/dprs/$dpr/release" | jq -r "\"$contract: \(.releasedCents) cents released\""
