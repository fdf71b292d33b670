// Judge checks a transparency log with Go's own implementation, golang.org/x/mod/sumdb: the signature of its
// checkpoint, the inclusion of every entry by its tiles, proofs made by the log, and that a forged entry is refused.
// Usage: judge BASE_URL VERIFIER_KEY < claims.json
package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileWidth = 256

// Claims are what the log says about itself: proof files, and consistency between heads.
type Claims struct {
	Proofs      []string      `json:"proofs"`
	Consistency []Consistency `json:"consistency"`
}

// Consistency is a proof that the tree of Size begins with that of OldSize; hashes are in base64.
type Consistency struct {
	OldSize, Size int64
	OldRoot, Root string
	Hashes        []string
}

type head struct {
	size int64
	root tlog.Hash
}

func main() {
	base, key := os.Args[1], os.Args[2]
	verifier, err := note.NewVerifier(key)
	check(err)
	var claims Claims
	check(json.NewDecoder(os.Stdin).Decode(&claims))
	newest := open(get(base+"/checkpoint"), verifier)
	for _, text := range claims.Proofs {
		checkProofFile(text, verifier)
	}
	for _, claim := range claims.Consistency {
		checkConsistency(claim)
	}
	tiles := &reader{base: base, known: map[string][]byte{}}
	hashes := tlog.TileHashReader(tlog.Tree{N: newest.size, Hash: newest.root}, tiles)
	entries := includeAll(base, newest, hashes)
	refuseForgery(newest, hashes)
	fmt.Printf(`{"size":%d,"entries":%d,"tiles":%d,"proofs":%d,"consistency":%d}`+"\n",
		newest.size, entries, len(tiles.known), len(claims.Proofs), len(claims.Consistency))
}

// includeAll proves from tiles that the tree includes every entry of the published bundles.
func includeAll(base string, newest head, hashes tlog.HashReader) int64 {
	for first := int64(0); first < newest.size; first += tileWidth {
		count := newest.size - first
		if count > tileWidth {
			count = tileWidth
		}
		bundle := get(base + "/tile/entries/" + tilePath(first/tileWidth, count))
		for at := int64(0); at < count; at++ {
			length := int(binary.BigEndian.Uint16(bundle))
			entry := bundle[2 : 2+length]
			bundle = bundle[2+length:]
			index := first + at
			proof, err := tlog.ProveRecord(newest.size, index, hashes)
			check(err)
			check(tlog.CheckRecord(proof, newest.size, newest.root, index, tlog.RecordHash(entry)))
		}
		if len(bundle) != 0 {
			check(fmt.Errorf("bundle %d has %d bytes too many", first/tileWidth, len(bundle)))
		}
	}
	return newest.size
}

// checkProofFile checks a file of C2SP tlog-proof@v1 whose extra line is the entry.
func checkProofFile(text string, verifier note.Verifier) {
	parts := strings.SplitN(text, "\n\n", 2)
	lines := strings.Split(parts[0], "\n")
	if len(parts) != 2 || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		check(fmt.Errorf("no proof file: %q", text))
	}
	entry, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	check(err)
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	check(err)
	of := open([]byte(parts[1]), verifier)
	check(tlog.CheckRecord(parse(lines[3:]), of.size, of.root, index, tlog.RecordHash(entry)))
}

func checkConsistency(claim Consistency) {
	roots := parse([]string{claim.OldRoot, claim.Root})
	check(tlog.CheckTree(parse(claim.Hashes), claim.Size, roots[1], claim.OldSize, roots[0]))
}

// refuseForgery fails if an entry that was never in the log passes.
func refuseForgery(newest head, hashes tlog.HashReader) {
	proof, err := tlog.ProveRecord(newest.size, 0, hashes)
	check(err)
	forged := tlog.RecordHash([]byte("forged"))
	if tlog.CheckRecord(proof, newest.size, newest.root, 0, forged) == nil {
		check(fmt.Errorf("a forged entry passes"))
	}
}

type reader struct {
	base  string
	known map[string][]byte
}

func (r *reader) Height() int { return 8 }

// ReadTiles reads tiles under the paths of C2SP, which do not name the height.
func (r *reader) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		if r.known[path] == nil {
			r.known[path] = get(r.base + "/" + path)
		}
		data = append(data, r.known[path])
	}
	return data, nil
}

func (r *reader) SaveTiles([]tlog.Tile, [][]byte) {}

func tilePath(index, width int64) string {
	path := fmt.Sprintf("%03d", index%1000)
	for index /= 1000; index > 0; index /= 1000 {
		path = fmt.Sprintf("x%03d/%s", index%1000, path)
	}
	if width < tileWidth {
		path += fmt.Sprintf(".p/%d", width)
	}
	return path
}

func open(message []byte, verifier note.Verifier) head {
	opened, err := note.Open(message, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	return head{size, parse(lines[2:3])[0]}
}

func parse(texts []string) []tlog.Hash {
	hashes := []tlog.Hash{}
	for _, text := range texts {
		hash, err := tlog.ParseHash(text)
		check(err)
		hashes = append(hashes, hash)
	}
	return hashes
}

func get(url string) []byte {
	response, err := http.Get(url)
	check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		check(fmt.Errorf("%s answers %d", url, response.StatusCode))
	}
	return body
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
