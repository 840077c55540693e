<?php

declare(strict_types=1);

/**
 * Orders in a JSON file that survives a restart. A shop with a database makes the same three tables, with `events` and
 * `parcels` unique by their ids.
 */
final class Orders
{
    public function __construct(private readonly string $file)
    {
    }

    /** Places an order. A form that is sent twice places one. */
    public function place(string $order): void
    {
        $this->change(function (array &$data) use ($order): void {
            $data['orders'][$order] ??= ['state' => 'unpaid', 'sequence' => 0];
        });
    }

    /** The order's state and number of parcels; null if there is no such order. */
    public function find(string $order): ?array
    {
        $data = $this->read();
        if (!isset($data['orders'][$order])) {
            return null;
        }
        return ['state' => $data['orders'][$order]['state'], 'parcels' => (int) isset($data['parcels'][$order])];
    }

    /**
     * Applies an event, all of it or nothing. An event may arrive more than once, and events may arrive in any order.
     * Returns whether the order is now to be fulfilled for the first time.
     */
    public function apply(array $event, string $order, string $state): bool
    {
        return $this->change(function (array &$data) use ($event, $order, $state): bool {
            if (isset($data['events'][$event['id']])) {
                return false;
            }
            $data['events'][$event['id']] = true;
            if (!isset($data['orders'][$order])) {
                return false;
            }
            if ($data['orders'][$order]['sequence'] < $event['sequence']) {
                $data['orders'][$order] = ['state' => $state, 'sequence' => $event['sequence']];
            }
            if ($state !== 'paid' || isset($data['parcels'][$order])) {
                return false;
            }
            return $data['parcels'][$order] = true;
        });
    }

    /** Changes the data under a lock. The new file replaces the old one at once, so a crash leaves one of the two. */
    private function change(callable $work): mixed
    {
        $lock = fopen("$this->file.lock", 'c') ?: throw new RuntimeException("$this->file.lock can't be opened.");
        flock($lock, LOCK_EX);
        $data = $this->read();
        $result = $work($data);
        $new = fopen("$this->file.new", 'w') ?: throw new RuntimeException("$this->file.new can't be opened.");
        fwrite($new, json_encode($data, JSON_THROW_ON_ERROR));
        fsync($new);
        fclose($new);
        rename("$this->file.new", $this->file);
        fclose($lock);
        return $result;
    }

    private function read(): array
    {
        if (!file_exists($this->file)) {
            return ['orders' => [], 'parcels' => [], 'events' => []];
        }
        return json_decode(file_get_contents($this->file), true, 512, JSON_THROW_ON_ERROR);
    }
}
