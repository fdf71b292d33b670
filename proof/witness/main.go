// Witness checks the cosignatures of a checkpoint with Go's own implementations, github.com/transparency-dev/formats and
// golang.org/x/mod/sumdb/note, and cosigns it with a key of its own. It prints that key and its signature line.
// Usage: witness LOG_KEY WITNESS_KEY... < checkpoint
package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/transparency-dev/formats/note"
	sumdb "golang.org/x/mod/sumdb/note"
)

func main() {
	message, err := io.ReadAll(os.Stdin)
	check(err)
	log, err := sumdb.NewVerifier(os.Args[1])
	check(err)
	verifiers := []sumdb.Verifier{log}
	for _, key := range os.Args[2:] {
		verifier, err := note.NewVerifierForCosignatureV1(key)
		check(err)
		verifiers = append(verifiers, verifier)
	}
	opened, err := sumdb.Open(message, sumdb.VerifierList(verifiers...))
	check(err)
	if len(opened.Sigs) != len(verifiers) {
		check(fmt.Errorf("%d of %d signatures hold", len(opened.Sigs), len(verifiers)))
	}
	refuseOther(opened.Text, message, verifiers[1:])
	secret, public, err := sumdb.GenerateKey(rand.Reader, "go.test/witness")
	check(err)
	signer, err := note.NewSignerForCosignatureV1(secret)
	check(err)
	cosigned, err := sumdb.Sign(&sumdb.Note{Text: opened.Text}, signer)
	check(err)
	key, err := note.VKeyToCosignatureV1(public)
	check(err)
	_, line, _ := strings.Cut(string(cosigned), "\n\n")
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"verified": len(opened.Sigs), "key": key, "noteKey": public, "line": line,
	}))
}

// refuseOther fails if a cosignature holds for a text that was not cosigned.
func refuseOther(text string, message []byte, witnesses []sumdb.Verifier) {
	other := strings.Replace(string(message), text, text+"x\n", 1)
	if _, err := sumdb.Open([]byte(other), sumdb.VerifierList(witnesses...)); err == nil {
		check(fmt.Errorf("a cosignature holds for another text"))
	}
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
