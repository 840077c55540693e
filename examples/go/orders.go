package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sync"
)

// Order is what the shop knows of an order.
type Order struct {
	State    string
	Sequence int
}

type data struct {
	Orders map[string]Order
	// The orders that were fulfilled, and the events that were applied.
	Parcels, Events map[string]bool
}

// Orders keeps orders in a JSON file that survives a restart. A shop with a database makes the same three tables, with
// events and parcels unique by their ids.
type Orders struct {
	file string
	lock sync.Mutex
}

// Place places an order. A form that is sent twice places one.
func (o *Orders) Place(id string) error {
	return o.change(func(d *data) {
		if _, placed := d.Orders[id]; !placed {
			d.Orders[id] = Order{State: "unpaid"}
		}
	})
}

// Find returns an order's state and number of parcels, and whether there is such an order.
func (o *Orders) Find(id string) (state string, parcels int, found bool, err error) {
	o.lock.Lock()
	defer o.lock.Unlock()
	d, err := o.read()
	if err != nil {
		return "", 0, false, err
	}
	order, found := d.Orders[id]
	if d.Parcels[id] {
		parcels = 1
	}
	return order.State, parcels, found, nil
}

// Apply applies an event, all of it or nothing. An event may arrive more than once, and events may arrive in any order.
// It returns whether the order is now to be fulfilled for the first time.
func (o *Orders) Apply(event Event, id, state string) (fulfils bool, err error) {
	err = o.change(func(d *data) {
		order, placed := d.Orders[id]
		if d.Events[event.ID] || !placed {
			return
		}
		d.Events[event.ID] = true
		if order.Sequence < event.Sequence {
			d.Orders[id] = Order{State: state, Sequence: event.Sequence}
		}
		fulfils = state == "paid" && !d.Parcels[id]
		if fulfils {
			d.Parcels[id] = true
		}
	})
	return fulfils && err == nil, err
}

// change replaces the file at once, so a crash leaves the old one or the new one.
func (o *Orders) change(work func(*data)) error {
	o.lock.Lock()
	defer o.lock.Unlock()
	d, err := o.read()
	if err != nil {
		return err
	}
	work(d)
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if err := writeSynced(o.file+".new", text); err != nil {
		return err
	}
	return os.Rename(o.file+".new", o.file)
}

func writeSynced(name string, text []byte) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}

func (o *Orders) read() (*data, error) {
	d := &data{Orders: map[string]Order{}, Parcels: map[string]bool{}, Events: map[string]bool{}}
	text, err := os.ReadFile(o.file)
	if errors.Is(err, fs.ErrNotExist) {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	return d, json.Unmarshal(text, d)
}
