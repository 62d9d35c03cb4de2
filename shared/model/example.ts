/** The smallest model worth importing: two entity sets and what leads from one to the other; valid as it is. */
export const MODEL_EXAMPLE = `kind: entity_set
schema: { url: example.org, version: v0.1.0 }
metadata:
  domain: shop
  name: shop.service
  display_name: { en_us: Service }
spec:
  fields:
    - { name: service_id, type: string }
    - { name: status, type: string }
  primary_key_fields: [service_id]
  name_fields: [service_id]
---
kind: entity_set
schema: { url: example.org, version: v0.1.0 }
metadata:
  domain: shop
  name: shop.database
  display_name: { en_us: Database }
spec:
  fields:
    - { name: database_id, type: string }
  primary_key_fields: [database_id]
  name_fields: [database_id]
---
kind: entity_set_link
schema: { url: example.org, version: v0.1.0 }
metadata:
  domain: shop
  name: shop.service_calls_shop.database
spec:
  entity_link_type: calls
  src:
    domain: shop
    kind: entity_set
    name: shop.service
  dest:
    domain: shop
    kind: entity_set
    name: shop.database
`
