package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	attempts    = 4
	timeout     = 10 * time.Second
	longestWait = 10 * time.Second
	// Webhooks older or newer than this are refused, so that nobody can send a recorded one again.
	tolerance = 5 * time.Minute
)

// Kassa is a client of the API.
type Kassa struct {
	URL, Key string
	client   http.Client
}

// Problem says what is wrong with a request. Code is stable, Detail says what to change.
type Problem struct {
	Status    int    `json:"status"`
	Code      string `json:"code"`
	Detail    string `json:"detail"`
	Param     string `json:"param"`
	RequestID string `json:"requestId"`
}

func (p Problem) Error() string {
	return fmt.Sprintf("%d %s: %s (%s, request %s)", p.Status, p.Code, p.Detail, p.Param, p.RequestID)
}

// Session is a checkout session; URL is empty once it is complete or expired.
type Session struct {
	ID  string `json:"id"`
	URL string `json:"url"`
}

// CreateSession creates a checkout session. With the same idempotency key Kassa returns the same session, so repeating
// the call is safe.
func (k *Kassa) CreateSession(session any, idempotencyKey string) (Session, error) {
	body, err := json.Marshal(session)
	if err != nil {
		return Session{}, err
	}
	for attempt := 1; ; attempt++ {
		created, retryAfter, err := k.post("/api/checkout/sessions", body, idempotencyKey)
		if err == nil {
			return created, nil
		}
		if attempt == attempts || !mayRetry(err) {
			return Session{}, err
		}
		time.Sleep(waitTime(retryAfter, attempt))
	}
}

// post returns the session, or Retry-After and an error: a Problem if Kassa answered.
func (k *Kassa) post(path string, body []byte, idempotencyKey string) (session Session, retryAfter string, err error) {
	request, err := http.NewRequest(http.MethodPost, k.URL+path, bytes.NewReader(body))
	if err != nil {
		return session, "", err
	}
	request.Header.Set("Authorization", "Bearer "+k.Key)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", idempotencyKey)
	k.client.Timeout = timeout
	response, err := k.client.Do(request)
	if err != nil {
		log.Printf("No response from Kassa: %v", err)
		return session, "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return session, "", err
	}
	if response.StatusCode == http.StatusOK {
		return session, "", json.Unmarshal(text, &session)
	}
	problem := Problem{}
	// A proxy in front of Kassa may answer with HTML.
	if json.Unmarshal(text, &problem) != nil {
		problem = Problem{Code: "not_json", Detail: fmt.Sprintf("%.200s", text)}
	}
	problem.Status = response.StatusCode
	return session, response.Header.Get("Retry-After"), problem
}

func mayRetry(err error) bool {
	problem, answered := err.(Problem)
	if !answered {
		return true
	}
	return problem.Status == http.StatusTooManyRequests || problem.Status >= 500 ||
		problem.Code == "idempotency_key_in_flight"
}

func waitTime(retryAfter string, attempt int) time.Duration {
	wait := 500 * time.Millisecond << (attempt - 1)
	if seconds, err := strconv.Atoi(retryAfter); err == nil {
		wait = time.Duration(seconds) * time.Second
	}
	return min(wait, longestWait)
}

// isGenuine verifies a webhook. Standard Webhooks signs "<id>.<timestamp>.<body>" with HMAC-SHA256.
func isGenuine(header http.Header, body []byte, secret string) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil || time.Since(time.Unix(seconds, 0)).Abs() > tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// While a secret is rotated there are two signatures, separated by a space.
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal([]byte(signature), []byte(expected)) {
			return true
		}
	}
	return false
}
