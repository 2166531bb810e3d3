package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
)

// RecordVersion is the version that [EncodeRecord] writes. It is raised when a
// record's meaning changes; a field that may be absent needs no new version.
const RecordVersion = 1

// recordHeader is a version byte and a checksum of it and the text.
const recordHeader = 1 + crc32.Size

// EncodeRecord returns the stored form of a record: a version byte, a checksum
// (CRC-32C, little endian) and the record as JSON.
func EncodeRecord(record any) ([]byte, error) {
	text, err := json.Marshal(record)
	if err != nil {
		return nil, fmt.Errorf("encode %T: %w", record, err)
	}
	return Seal(text), nil
}

// DecodeRecord reads what [EncodeRecord] wrote, now or in an earlier version of
// the program. Errors: [ErrNewer], [ErrDamaged].
func DecodeRecord(data []byte, record any) error {
	text, err := Unseal(data)
	if err != nil {
		return fmt.Errorf("decode %T: %w", record, err)
	}
	if err := json.Unmarshal(text, record); err != nil {
		return fmt.Errorf("decode %T: %w: %v", record, ErrDamaged, err)
	}
	return nil
}

// Seal returns text with the version and checksum of a record before it.
func Seal(text []byte) []byte { return seal(RecordVersion, text) }

func seal(version byte, text []byte) []byte {
	data := make([]byte, recordHeader, recordHeader+len(text))
	data[0] = version
	binary.LittleEndian.PutUint32(data[1:], checksum(version, text))
	return append(data, text...)
}

// Unseal returns the text that was sealed; it shares memory with data.
// Errors: [ErrNewer], [ErrDamaged].
func Unseal(data []byte) ([]byte, error) {
	if len(data) < recordHeader {
		return nil, fmt.Errorf("%w: a record of %d bytes", ErrDamaged, len(data))
	}
	text := data[recordHeader:]
	if binary.LittleEndian.Uint32(data[1:]) != checksum(data[0], text) {
		return nil, fmt.Errorf("%w: a record's checksum is wrong", ErrDamaged)
	}
	switch version := data[0]; {
	case version == 0:
		return nil, fmt.Errorf("%w: a record of version 0", ErrDamaged)
	case version > RecordVersion:
		return nil, fmt.Errorf("%w: a record of version %d", ErrNewer, version)
	}
	return text, nil
}

func checksum(version byte, text []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum([]byte{version}, table), table, text)
}
