// A shop that sells a mug through Kassa, with the standard library only.
package main

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"strings"
)

var orderID = regexp.MustCompile(`^[0-9a-f-]{36}$`)

const longestBodyBytes = 1_000_000

// Event is a webhook's event, with the fields that the shop needs.
type Event struct {
	ID, Type string
	Sequence int
	Data     struct {
		Object struct{ ClientReferenceID, PaymentStatus string }
	}
}

type shop struct {
	url, secret string
	kassa       *Kassa
	orders      *Orders
}

func main() {
	port := cmp.Or(os.Getenv("PORT"), "3000")
	s := &shop{
		url:    "http://localhost:" + port,
		secret: os.Getenv("KASSA_WEBHOOK_SECRET"),
		kassa:  &Kassa{URL: os.Getenv("KASSA_URL"), Key: os.Getenv("KASSA_KEY")},
		orders: &Orders{file: cmp.Or(os.Getenv("ORDERS_FILE"), "orders.json")},
	}
	if s.kassa.URL == "" || s.kassa.Key == "" || s.secret == "" {
		log.Fatal("Set KASSA_URL, KASSA_KEY and KASSA_WEBHOOK_SECRET. The README says where they come from.")
	}
	http.HandleFunc("/", s.start)
	http.HandleFunc("/checkout", s.checkOut)
	http.HandleFunc("/orders/", s.showOrder)
	http.HandleFunc("/webhooks/kassa", s.receive)
	listener, err := net.Listen("tcp", "localhost:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("The shop is open: " + s.url)
	log.Fatal(http.Serve(listener, nil))
}

func (s *shop) start(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/" {
		page(w, http.StatusNotFound, "Not found.")
		return
	}
	page(w, http.StatusOK, buyForm(newOrderID(), "Buy for €25.99"))
}

// checkOut sends the customer to the payment page. The order's id is the idempotency key: an order has one session.
func (s *shop) checkOut(w http.ResponseWriter, r *http.Request) {
	order := r.PostFormValue("order")
	if r.Method != http.MethodPost || !orderID.MatchString(order) {
		page(w, http.StatusBadRequest, "This order is incomplete.")
		return
	}
	if err := s.orders.Place(order); err != nil {
		fail(w, err)
		return
	}
	session, err := s.kassa.CreateSession(map[string]any{
		"amount":            2599, // cents; prices never come from the browser
		"currency":          "EUR",
		"lineItems":         []any{map[string]any{"name": "Enamel mug", "quantity": 1, "unitAmount": 2599}},
		"successUrl":        s.url + "/orders/" + order + "?returned",
		"cancelUrl":         s.url + "/orders/" + order,
		"clientReferenceId": order,
	}, order)
	if err != nil {
		log.Print(err)
		page(w, http.StatusBadGateway, "<p>The payment can’t be started just now.</p>"+buyForm(order, "Try again"))
		return
	}
	// A session that is complete or expired has no payment page any more.
	http.Redirect(w, r, cmp.Or(session.URL, s.url+"/orders/"+order), http.StatusSeeOther)
}

func (s *shop) receive(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, longestBodyBytes))
	if err != nil || !isGenuine(r.Header, body, s.secret) {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		fail(w, err)
		return
	}
	order := event.Data.Object.ClientReferenceID
	if state := stateAfter(event); state != "" && order != "" {
		fulfils, err := s.orders.Apply(event, order, state)
		if err != nil {
			fail(w, err)
			return
		}
		if fulfils {
			fmt.Println("Fulfilled " + order)
		}
	}
	w.WriteHeader(http.StatusNoContent)
}

// stateAfter is what an event makes of its order. The money decides, not the customer's return.
func stateAfter(event Event) string {
	switch event.Type {
	case "checkout.session.completed":
		if event.Data.Object.PaymentStatus == "paid" {
			return "paid"
		}
		return "processing"
	case "checkout.session.async_payment_succeeded":
		return "paid"
	case "checkout.session.async_payment_failed":
		return "failed"
	case "checkout.session.expired":
		return "expired"
	}
	return ""
}

func (s *shop) showOrder(w http.ResponseWriter, r *http.Request) {
	id := strings.TrimPrefix(r.URL.Path, "/orders/")
	state, parcels, found, err := s.orders.Find(id)
	if err != nil {
		fail(w, err)
		return
	}
	if !found {
		page(w, http.StatusNotFound, "Not found.")
		return
	}
	content := fmt.Sprintf("<p>Order %s: %s</p><p>Parcels: %d</p>", id, state, parcels)
	if state == "unpaid" && r.URL.Query().Has("returned") {
		content = `<meta http-equiv="refresh" content="1">` + content
	} else if state == "unpaid" {
		content += buyForm(id, "Continue to payment")
	}
	page(w, http.StatusOK, content)
}

// newOrderID returns a random id with the shape of a UUID.
func newOrderID() string {
	var b [16]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

func buyForm(order, label string) string {
	return fmt.Sprintf(`<form method="post" action="/checkout"><input type="hidden" name="order" value="%s"><button>%s</button></form>`, order, label)
}

func page(w http.ResponseWriter, status int, content string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<!doctype html><html lang="en"><title>Mug shop</title><h1>Mug shop</h1>%s</html>`, content)
}

// fail answers 500. Kassa then sends the webhook again.
func fail(w http.ResponseWriter, err error) {
	log.Print(err)
	w.WriteHeader(http.StatusInternalServerError)
}
