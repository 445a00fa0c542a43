/** Five commands from nothing to an order in a demo store: shown in `/api/docs` and README, and run by a test. */
export function curlWalk(origin: string): string {
  const pick = (expression: string) =>
    `node -p 'JSON.parse(require("fs").readFileSync(0, "utf8"))${expression}'`
  return `STORE=${origin}
EMAIL="walker-$(date +%s)@example.com"

# 1. Register at the identity provider: an ID token
ID_TOKEN=$(curl -s "$STORE/identity/v1/accounts:signUp?key=partsline-embedded" \\
  -H 'content-type: application/json' \\
  -d "{\\"email\\":\\"$EMAIL\\",\\"password\\":\\"a-good-walk\\",\\"returnSecureToken\\":true}" | ${pick('.idToken')})

# 2. Exchange it for the store's access token
TOKEN=$(curl -s -X PUT "$STORE/api/user/$EMAIL" -H "authorization: Bearer $ID_TOKEN" \\
  -H 'content-type: application/json' -d "{\\"email\\":\\"$EMAIL\\"}" | ${pick('.token')})

# 3. Pick the newest part
PART=$(curl -s "$STORE/api/service?limit=1")

# 4. Order as many as the part asks for at least
curl -s "$STORE/api/order" -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -H "idempotency-key: walk-$EMAIL" \\
  -d "$(echo "$PART" | EMAIL="$EMAIL" node -p 'const [part] = JSON.parse(require("fs").readFileSync(0, "utf8"));
    JSON.stringify({ productId: part._id, email: process.env.EMAIL, quantity: part.minimumOrder, price: part.price,
      address: "1 Foundry Lane", phone: "+1 555 014 0000", location: "Harbour district" })')"

# 5. See it in the list of your own orders
curl -s "$STORE/api/order?email=$EMAIL" -H "authorization: Bearer $TOKEN"`
}
