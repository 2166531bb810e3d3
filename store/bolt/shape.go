package bolt

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math/bits"
	"os"

	"tablabot/store"
)

// This file reads bbolt's pages by itself, with bounds, before bbolt follows them
// without. The format is bbolt's, version 2: https://github.com/etcd-io/bbolt,
// internal/common. Numbers have the machine's byte order.
const (
	magic       = 0xED0CDAED
	fileVersion = 2

	pageHeader    = 16 // id 8, flags 2, count 2, overflow 4
	metaSize      = 64 // magic 4, version 4, page size 4, flags 4, root 16, free list 8, pages 8, transaction 8, checksum 8
	elementSize   = 16 // branch: position 4, key size 4, page 8; leaf: flags 4, position 4, key size 4, value size 4
	bucketHeader  = 16 // page 8, sequence 8
	isBucket      = 1  // flag of a leaf's element
	maxDepth      = 64
	minPageSize   = 1 << 10
	maxPageSize   = 1 << 20
	countOverflow = 0xFFFF // the free list's first element is its count
)

const (
	branchPage = 1 << iota
	leafPage
	metaPage
	_
	freelistPage
)

var order = binary.NativeEndian

// header is what a file's meta page says.
type header struct {
	pageSize    uint32
	root        uint64 // page
	freelist    uint64 // page; all ones if there is none
	pages       uint64
	transaction uint64
}

// shape is a walk over all pages of a file.
type shape struct {
	file    io.ReaderAt
	header  header
	visited []uint64 // a bit for each page that was reached
	buffers [][]byte // for a page of each depth
}

// proveShape walks over all pages of a file and reports the first that cannot be
// part of a database: out of bounds, reached twice, out of order. It takes time in
// proportion to the file. Errors: [store.ErrDamaged].
func proveShape(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	h, _, err := readHeader(file)
	if err != nil {
		return err
	}
	if need := h.pages * uint64(h.pageSize); h.pages > 1<<40 || uint64(info.Size()) < need {
		return damage("it was cut off: %d of %d bytes", info.Size(), need)
	}
	s := &shape{file: file, header: h, visited: make([]uint64, h.pages/64+1)}
	if err := s.visit(0, 2); err != nil {
		return err
	}
	if err := s.walkFreelist(); err != nil {
		return err
	}
	return s.walk(h.root, nil, nil, 0)
}

func damage(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{store.ErrDamaged}, args...)...)
}

// readHeader returns the newer valid one of the file's two headers, and whether
// both are valid.
func readHeader(file io.ReaderAt) (newest header, both bool, err error) {
	buf := make([]byte, pageHeader+metaSize)
	valid := 0
	try := func(offset int64) bool {
		if _, err := file.ReadAt(buf, offset); err != nil {
			return false
		}
		h, ok := parseHeader(buf)
		if ok && (valid == 0 || h.transaction > newest.transaction) {
			newest = h
		}
		if ok {
			valid++
		}
		return ok
	}
	if try(0) {
		try(int64(newest.pageSize))
	} else {
		for size := int64(minPageSize); size <= maxPageSize && valid == 0; size *= 2 {
			try(size)
		}
	}
	if valid == 0 {
		return header{}, false, damage("neither of its two headers is that of a store")
	}
	return newest, valid == 2, nil
}

func parseHeader(page []byte) (h header, ok bool) {
	m := page[pageHeader : pageHeader+metaSize]
	h = header{
		pageSize: order.Uint32(m[8:]), root: order.Uint64(m[16:]), freelist: order.Uint64(m[32:]),
		pages: order.Uint64(m[40:]), transaction: order.Uint64(m[48:]),
	}
	sum := fnv.New64a()
	sum.Write(m[:56])
	ok = order.Uint32(m) == magic && order.Uint32(m[4:]) == fileVersion && order.Uint64(m[56:]) == sum.Sum64() &&
		h.pageSize >= minPageSize && h.pageSize <= maxPageSize && bits.OnesCount32(h.pageSize) == 1
	return h, ok
}

// visit notes that count pages from id on were reached.
func (s *shape) visit(id, count uint64) error {
	if id >= s.header.pages || count > s.header.pages-id {
		return damage("page %d lies behind its end", id)
	}
	for page := id; page < id+count; page++ {
		word, bit := page/64, uint64(1)<<(page%64)
		if s.visited[word]&bit != 0 {
			return damage("page %d is used twice", page)
		}
		s.visited[word] |= bit
	}
	return nil
}

// page is a page in memory, or one that lies in the value of a small bucket.
type page struct {
	id    uint64
	flags uint16
	count int
	data  []byte // from the page's header on
}

func parsePage(data []byte) page {
	return page{
		id: order.Uint64(data), flags: order.Uint16(data[8:]), count: int(order.Uint16(data[10:])), data: data,
	}
}

// read returns a page that was not reached before. It is valid until another page
// of the same depth is read.
func (s *shape) read(id uint64, depth int) (page, error) {
	if err := s.visit(id, 1); err != nil {
		return page{}, err
	}
	if depth > maxDepth {
		return page{}, damage("its tree is deeper than any can be")
	}
	size, offset := int64(s.header.pageSize), int64(id)*int64(s.header.pageSize)
	for len(s.buffers) <= depth {
		s.buffers = append(s.buffers, make([]byte, size))
	}
	data := s.buffers[depth]
	if _, err := s.file.ReadAt(data, offset); err != nil {
		return page{}, fmt.Errorf("read page %d: %w", id, err)
	}
	p := parsePage(data)
	if p.id != id {
		return page{}, damage("page %d says that it is page %d", id, p.id)
	}
	overflow := uint64(order.Uint32(data[12:]))
	if overflow == 0 {
		return p, nil
	}
	if err := s.visit(id+1, overflow); err != nil {
		return page{}, err
	}
	p.data = make([]byte, int64(overflow+1)*size)
	copy(p.data, data)
	if _, err := s.file.ReadAt(p.data[size:], offset+size); err != nil {
		return page{}, fmt.Errorf("read page %d: %w", id, err)
	}
	return p, nil
}

func (s *shape) walkFreelist() error {
	if s.header.freelist == ^uint64(0) {
		return nil
	}
	p, err := s.read(s.header.freelist, 0)
	if err != nil {
		return err
	}
	if p.flags != freelistPage {
		return damage("page %d is not a list of free pages", p.id)
	}
	list, count := p.data[pageHeader:], uint64(p.count)
	if p.count == countOverflow {
		list, count = list[8:], order.Uint64(list)
	}
	if count > uint64(len(list)/8) {
		return damage("its list of free pages is too long")
	}
	for i := range count {
		if err := s.visit(order.Uint64(list[8*i:]), 1); err != nil {
			return err
		}
	}
	return nil
}

// walk proves the tree under a page, whose keys lie from least up to, but without,
// limit; nil sets no limit.
func (s *shape) walk(id uint64, least, limit []byte, depth int) error {
	p, err := s.read(id, depth)
	if err != nil {
		return err
	}
	switch p.flags {
	case leafPage:
		return s.walkLeaf(p, least, limit, depth)
	case branchPage:
		return s.walkBranch(p, least, limit, depth)
	}
	return damage("page %d is of no kind", id)
}

func (s *shape) walkBranch(p page, least, limit []byte, depth int) error {
	if p.count == 0 {
		return damage("page %d is empty", p.id)
	}
	keys := make([][]byte, p.count, p.count+1)
	for i := range keys {
		e, err := p.element(i)
		if err != nil {
			return err
		}
		if keys[i], err = p.slice(i, order.Uint32(e), order.Uint32(e[4:])); err != nil {
			return err
		}
		if err := p.inOrder(keys[i], least, limit, i == 0); err != nil {
			return err
		}
		least = keys[i]
	}
	keys = append(keys, limit)
	for i := range p.count {
		e, _ := p.element(i)
		if err := s.walk(order.Uint64(e[8:]), keys[i], keys[i+1], depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (s *shape) walkLeaf(p page, least, limit []byte, depth int) error {
	for i := range p.count {
		e, err := p.element(i)
		if err != nil {
			return err
		}
		flags, position, keySize, valueSize := order.Uint32(e), order.Uint32(e[4:]), order.Uint32(e[8:]), order.Uint32(e[12:])
		key, err := p.slice(i, position, keySize)
		if err != nil {
			return err
		}
		value, err := p.slice(i, position+keySize, valueSize)
		if err != nil {
			return err
		}
		if err := p.inOrder(key, least, limit, i == 0); err != nil {
			return err
		}
		least = key
		switch flags {
		case 0:
		case isBucket:
			err = s.walkBucket(p.id, value, depth)
		default:
			err = damage("page %d has an element of no kind", p.id)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// walkBucket proves the tree of a bucket, which may lie in the value itself.
func (s *shape) walkBucket(id uint64, value []byte, depth int) error {
	if len(value) < bucketHeader {
		return damage("page %d has a bucket of %d bytes", id, len(value))
	}
	if root := order.Uint64(value); root != 0 {
		return s.walk(root, nil, nil, depth+1)
	}
	if len(value) < bucketHeader+pageHeader {
		return damage("page %d has a bucket of %d bytes", id, len(value))
	}
	inner := parsePage(value[bucketHeader:])
	if inner.flags != leafPage || depth > maxDepth {
		return damage("page %d has a small bucket that is no leaf", id)
	}
	inner.id = id
	return s.walkLeaf(inner, nil, nil, depth+1)
}

// element returns the header of an element.
func (p page) element(i int) ([]byte, error) {
	from := pageHeader + i*elementSize
	if from+elementSize > len(p.data) {
		return nil, damage("page %d has more elements than room", p.id)
	}
	return p.data[from : from+elementSize], nil
}

// slice returns bytes of an element; the position counts from its header.
func (p page) slice(i int, position, size uint32) ([]byte, error) {
	from := uint64(pageHeader+i*elementSize) + uint64(position)
	if to := from + uint64(size); to <= uint64(len(p.data)) {
		return p.data[from:to], nil
	}
	return nil, damage("page %d has an element that ends behind it", p.id)
}

// inOrder reports whether a key is above least, which the page's first key may be
// equal to, and below limit.
func (p page) inOrder(key, least, limit []byte, first bool) error {
	rank := bytes.Compare(least, key)
	if rank > 0 || rank == 0 && !first || limit != nil && bytes.Compare(key, limit) >= 0 {
		return damage("page %d has keys that are out of order", p.id)
	}
	return nil
}
