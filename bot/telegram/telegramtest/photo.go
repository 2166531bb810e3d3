package telegramtest

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	_ "image/png" // uploads are PNG
	"sync"

	"golang.org/x/image/draw"
)

// Limits of https://core.telegram.org/bots/api#sendphoto.
const (
	maxPhotoBytes = 10 << 20
	maxPhotoSum   = 10000 // width + height, pixels
	maxPhotoRatio = 20
	photoBox      = 1280 // to which clients see it scaled, pixels
	photoQuality  = 80   // of the JPEG that clients see
)

// Photo is an uploaded picture.
type Photo struct {
	FileID        string
	Width, Height int    // as people get it
	Upload        []byte // as the bot sent it

	once sync.Once
	jpeg []byte
	err  error
}

func (p *Photo) wire() []object {
	var sizes []object
	for _, box := range []int{90, 320, 800, photoBox} {
		w, h := within(p.Width, p.Height, box)
		if len(sizes) > 0 && sizes[len(sizes)-1]["width"] == w {
			break
		}
		suffix := fmt.Sprintf("-%d", box)
		if box == photoBox || w == p.Width {
			suffix = ""
		}
		sizes = append(sizes, object{
			"file_id": p.FileID + suffix, "file_unique_id": "u" + p.FileID[2:] + suffix,
			"width": w, "height": h, "file_size": len(p.Upload),
		})
	}
	return sizes
}

// Image returns the picture as people see it: scaled into the box and compressed
// with losses.
func (p *Photo) Image() (image.Image, error) {
	data, err := p.JPEG()
	if err != nil {
		return nil, err
	}
	return jpeg.Decode(bytes.NewReader(data))
}

// JPEG returns the file that clients download.
func (p *Photo) JPEG() ([]byte, error) {
	p.once.Do(func() {
		src, _, err := image.Decode(bytes.NewReader(p.Upload))
		if err != nil {
			p.err = err
			return
		}
		dst := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
		draw.Draw(dst, dst.Bounds(), image.White, image.Point{}, draw.Src)
		if src.Bounds().Size() == dst.Bounds().Size() {
			draw.Draw(dst, dst.Bounds(), src, src.Bounds().Min, draw.Over)
		} else {
			draw.ApproxBiLinear.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Over, nil)
		}
		var b bytes.Buffer
		p.err = jpeg.Encode(&b, dst, &jpeg.Options{Quality: photoQuality})
		p.jpeg = b.Bytes()
	})
	return p.jpeg, p.err
}

func within(w, h, box int) (int, int) {
	if w <= box && h <= box {
		return w, h
	}
	if w >= h {
		return box, max(1, h*box/w)
	}
	return max(1, w*box/h), box
}

// upload takes a picture in. Callers hold mu.
func (s *Server) upload(file part) (*Photo, *Error) {
	data := file.data
	if len(data) > maxPhotoBytes {
		return nil, badRequest("file of size %d bytes is too big for a photo; the maximum size is %d bytes", len(data), maxPhotoBytes)
	}
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, badRequest("IMAGE_PROCESS_FAILED")
	}
	w, h := size.Width, size.Height
	if w+h > maxPhotoSum || w > maxPhotoRatio*h || h > maxPhotoRatio*w {
		return nil, badRequest("PHOTO_INVALID_DIMENSIONS")
	}
	if !file.whole {
		return nil, badRequest("IMAGE_PROCESS_FAILED")
	}
	p := &Photo{FileID: fmt.Sprintf("AgACAgIAAxk%010d", s.nextID()), Upload: data}
	p.Width, p.Height = within(w, h, photoBox)
	for _, size := range p.wire() {
		s.files[size["file_id"].(string)] = p
	}
	return p, nil
}

// photoOf finds the picture that a parameter names: an uploaded part, or a
// file_id. Callers hold mu.
func (c *call) photoOf(reference string, file part, uploaded bool) (*Photo, *Error) {
	switch {
	case uploaded && len(file.data) == 0:
		return nil, badRequest("file must be non-empty")
	case uploaded:
		return c.s.upload(file)
	case reference == "":
		return nil, badRequest("there is no photo in the request")
	}
	if p := c.s.files[reference]; p != nil {
		return p, nil
	}
	return nil, badRequest("wrong remote file identifier specified: can't unserialize it. Wrong last symbol")
}

// ForgetFiles makes all file ids worthless.
func (s *Server) ForgetFiles() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.files)
}
